import { useState } from 'react';
import type { Day } from '../../lib/days';
import { orderedDays } from './calendar-days';

export type DayRange = Readonly<{ courtId: string; anchor: Day; focus: Day }>;

/**
 * Selects days of one court. The first click starts a range; a click on another day or a drag
 * extends it. A click on the only selected day clears it; a click after a range starts over.
 */
export const useDayRange = () => {
  const [dayRange, setDayRange] = useState<DayRange | null>(null);
  const [isDragging, setDragging] = useState(false);
  const choose = (courtId: string, day: Day) =>
    setDayRange((previousRange) => {
      const isOneDay =
        previousRange?.courtId === courtId && previousRange.anchor === previousRange.focus;
      if (!isOneDay) return { courtId, anchor: day, focus: day };
      return previousRange.anchor === day ? null : { ...previousRange, focus: day };
    });
  const press = (courtId: string, day: Day) => {
    setDragging(true);
    choose(courtId, day);
  };
  const drag = (courtId: string, day: Day) => {
    if (isDragging)
      setDayRange((previousRange) =>
        previousRange?.courtId === courtId ? { ...previousRange, focus: day } : previousRange,
      );
  };
  const isChosen = (courtId: string, day: Day): boolean => {
    if (dayRange?.courtId !== courtId) return false;
    const [firstDay, lastDay] = orderedDays(dayRange.anchor, dayRange.focus);
    return firstDay <= day && day <= lastDay;
  };
  return {
    range: dayRange,
    choose,
    press,
    drag,
    drop: () => setDragging(false),
    clear: () => setDayRange(null),
    isChosen,
  };
};

export type DaySelection = ReturnType<typeof useDayRange>;
