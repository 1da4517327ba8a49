import { useState } from 'react';
import type { Day } from '../../lib/days';
import { orderedDays } from './calendar-days';

export type DayRange = Readonly<{ courtId: string; anchor: Day; focus: Day }>;

/**
 * Selects days of one court. The first click starts a range, and a click on another day or a drag
 * extends it. A click on the only selected day clears it, and a click after a range starts over.
 */
export const useDayRange = () => {
  const [selectedRange, setDayRange] = useState<DayRange | null>(null);
  const [isDragging, setDragging] = useState(false);
  const choose = (courtId: string, calendarDay: Day) =>
    setDayRange((previousRange) => {
      const isOneDay =
        previousRange?.courtId === courtId && previousRange.anchor === previousRange.focus;
      if (!isOneDay) return { courtId, anchor: calendarDay, focus: calendarDay };
      return previousRange.anchor === calendarDay ? null : { ...previousRange, focus: calendarDay };
    });
  const press = (courtId: string, calendarDay: Day) => {
    setDragging(true);
    choose(courtId, calendarDay);
  };
  const drag = (courtId: string, calendarDay: Day) => {
    if (isDragging)
      setDayRange((previousRange) =>
        previousRange?.courtId === courtId
          ? { ...previousRange, focus: calendarDay }
          : previousRange,
      );
  };
  const isChosen = (courtId: string, calendarDay: Day): boolean => {
    if (selectedRange?.courtId !== courtId) return false;
    const [firstDay, lastDay] = orderedDays(selectedRange.anchor, selectedRange.focus);
    return firstDay <= calendarDay && calendarDay <= lastDay;
  };
  return {
    range: selectedRange,
    choose,
    press,
    drag,
    drop: () => setDragging(false),
    clear: () => setDayRange(null),
    isChosen,
  };
};

export type DaySelection = ReturnType<typeof useDayRange>;
