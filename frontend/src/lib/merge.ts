type Fields = Readonly<Record<string, unknown>>;

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** The names of the fields that differ. */
export const changedNames = (base: Fields, current: Fields): string[] =>
  Object.keys(current).filter((name) => !isSame(base[name], current[name]));

/**
 * `collisions` are the fields that both sides changed to different values. `others` changed only
 * elsewhere, or to the same value. Both started from `base`.
 */
export const compareChanges = (base: Fields, own: Fields, current: Fields) => {
  const ownNames = changedNames(base, own);
  const collisions = changedNames(base, current).filter(
    (name) => ownNames.includes(name) && !isSame(own[name], current[name]),
  );
  return {
    collisions,
    others: changedNames(base, current).filter((name) => !collisions.includes(name)),
  };
};
