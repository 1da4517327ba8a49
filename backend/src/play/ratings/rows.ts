/** A copy with room for `length` rows; new rows are 0. */
export const longer = (rows: Int32Array, length: number): Int32Array<ArrayBuffer> => {
  const more = new Int32Array(Math.max(length, rows.length * 2));
  more.set(rows);
  return more;
};
