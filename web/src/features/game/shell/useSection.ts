import { useLocation, useNavigate } from 'react-router';
import { useStable } from '@/shared/useStable';
import { sectionNamed, type SectionId } from '../sections';

/** Marks an entry of the browser's history that follows one of the battlefield. */
const AFTER_BATTLEFIELD = { afterBattlefield: true };
const isAfter = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'afterBattlefield' in state && state.afterBattlefield === true;

/**
 * The section that is shown. It stands in the address: Back leads from any other to the battlefield before it leaves the
 * table, and a reload stays in it.
 */
export function useSection(): readonly [SectionId, (id: SectionId) => void] {
  const location = useLocation();
  const { hash, search } = location;
  const state: unknown = location.state;
  const navigate = useNavigate();
  const shown = sectionNamed(hash.slice(1));
  const choose = useStable((id: SectionId) => {
    if (id === shown) return;
    const away = shown !== 'battlefield';
    if (id === 'battlefield' && isAfter(state)) void navigate(-1);
    else if (id === 'battlefield') void navigate({ search }, { replace: true });
    else void navigate({ search, hash: id }, { replace: away, state: away ? state : AFTER_BATTLEFIELD });
  });
  return [shown, choose];
}
