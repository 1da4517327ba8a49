/** A copy with room for `minimumLength` rows; new rows are 0. */
export const withLength = (
  currentRows: Int32Array,
  minimumLength: number,
): Int32Array<ArrayBuffer> => {
  const longerRows = new Int32Array(Math.max(minimumLength, currentRows.length * 2));
  longerRows.set(currentRows);
  return longerRows;
};
