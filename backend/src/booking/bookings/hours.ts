/** From one instant to another, the end exclusive. UTC instants compare as text, since all are written alike. */
export type Hours = Readonly<{ startTime: string; endTime: string }>;

export const overlap = (a: Hours, b: Hours): boolean =>
  a.startTime < b.endTime && b.startTime < a.endTime;

export const covers = (outer: Hours, inner: Hours): boolean =>
  outer.startTime <= inner.startTime && inner.endTime <= outer.endTime;

/** What is left of some hours without others: nothing, one piece or two. */
export const without = <H extends Hours>(hours: H, others: Hours): H[] =>
  overlap(hours, others)
    ? [
        { ...hours, endTime: others.startTime },
        { ...hours, startTime: others.endTime },
      ].filter(({ startTime, endTime }) => startTime < endTime)
    : [hours];
