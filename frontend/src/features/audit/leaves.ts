const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Flattens a state into [path, text] pairs. Skips empty values; joins lists of primitives. */
export const flattenState = (value: unknown, fieldPath = ''): [string, string][] => {
  if (isEmpty(value)) return [];
  if (typeof value !== 'object') return [[fieldPath, String(value)]];
  if (Array.isArray(value) && value.every((element) => typeof element !== 'object'))
    return [[fieldPath, value.join(', ')]];
  return Object.entries(value as object).flatMap(([fieldName, fieldValue]) =>
    flattenState(fieldValue, fieldPath ? `${fieldPath}.${fieldName}` : fieldName),
  );
};
