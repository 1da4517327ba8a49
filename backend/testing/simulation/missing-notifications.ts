/** The items of `wanted` that are missing from `present`, counting repetitions. */
export const missingIn = (wanted: readonly string[], present: readonly string[]): string[] => {
  const left = [...present];
  return wanted.filter((notification) => {
    const place = left.indexOf(notification);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
};
