/** The end is exclusive. UTC instants in one format compare as text. */
export type Hours = Readonly<{ startTime: string; endTime: string }>;

export const overlap = (a: Hours, b: Hours): boolean =>
  a.startTime < b.endTime && b.startTime < a.endTime;

export const covers = (outer: Hours, inner: Hours): boolean =>
  outer.startTime <= inner.startTime && inner.endTime <= outer.endTime;

/** The parts of `hours` outside `others`: none, one, or two. */
export const without = <H extends Hours>(hours: H, others: Hours): H[] =>
  overlap(hours, others)
    ? [
        { ...hours, endTime: others.startTime },
        { ...hours, startTime: others.endTime },
      ].filter(({ startTime, endTime }) => startTime < endTime)
    : [hours];
