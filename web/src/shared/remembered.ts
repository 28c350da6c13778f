/** `make` with its results kept as long as what they were made of: the same object gives the same result again. */
export function remembered<From extends object, To>(make: (from: From) => To): (from: From) => To {
  const kept = new WeakMap<From, { made: To }>();
  return (from) => {
    const known = kept.get(from);
    if (known) return known.made;
    const made = make(from);
    kept.set(from, { made });
    return made;
  };
}
