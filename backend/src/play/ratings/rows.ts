/** The same numbers by row, with room for so many; 0 where there was none. */
export const longer = (rows: Int32Array, length: number): Int32Array<ArrayBuffer> => {
  const more = new Int32Array(Math.max(length, rows.length * 2));
  more.set(rows);
  return more;
};
