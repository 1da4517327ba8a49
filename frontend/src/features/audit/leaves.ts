const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** The fields of a state by their paths, as texts; what is empty has none. Lists of texts and numbers are one field. */
export const leavesOf = (value: unknown, path = ''): [string, string][] => {
  if (isEmpty(value)) return [];
  if (typeof value !== 'object') return [[path, String(value)]];
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return [[path, value.join(', ')]];
  return Object.entries(value as object).flatMap(([name, part]) =>
    leavesOf(part, path ? `${path}.${name}` : name),
  );
};
