/** `endTime` is exclusive. UTC instants in the same format can be compared as text. */
export type Hours = Readonly<{ startTime: string; endTime: string }>;

export const hoursOverlap = (firstHours: Hours, secondHours: Hours): boolean =>
  firstHours.startTime < secondHours.endTime && secondHours.startTime < firstHours.endTime;

export const hoursCover = (outerHours: Hours, innerHours: Hours): boolean =>
  outerHours.startTime <= innerHours.startTime && innerHours.endTime <= outerHours.endTime;

/** The parts of `hours` outside `removedHours`: none, one, or two. */
export const hoursWithout = <H extends Hours>(hours: H, removedHours: Hours): H[] =>
  hoursOverlap(hours, removedHours)
    ? [
        { ...hours, endTime: removedHours.startTime },
        { ...hours, startTime: removedHours.endTime },
      ].filter(({ startTime, endTime }) => startTime < endTime)
    : [hours];
