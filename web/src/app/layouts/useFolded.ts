import { useState } from 'react';

const KEY = 'sidebar';

/** Whether the sidebar is folded to a rail of icons: as the user left it; until then pages that need the width fold it. */
export function useFolded(initially: boolean): readonly [boolean, () => void] {
  const [chosen, setChosen] = useState(() => localStorage.getItem(KEY));
  const folded = chosen ? chosen === 'folded' : initially;
  const toggle = () => {
    const next = folded ? 'open' : 'folded';
    localStorage.setItem(KEY, next);
    setChosen(next);
  };
  return [folded, toggle];
}
