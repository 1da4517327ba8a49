import { useState } from 'react';
import type { Day } from '../../lib/days';
import { orderedDays } from './calendar-days';

export type DayRange = Readonly<{ courtId: string; anchor: Day; focus: Day }>;
type GrabbedDay = Readonly<{ courtId: string; day: Day }>;

/**
 * Selects days of one court. The first click starts a range, and a click on another day or a drag
 * extends it. A click on the only selected day clears it, and a click after a range starts over.
 */
export const useDayRange = () => {
  const [selectedRange, setDayRange] = useState<DayRange | null>(null);
  const [isDragging, setDragging] = useState(false);
  const [grabbedDay, setGrabbedDay] = useState<GrabbedDay | null>(null);
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
  /** Starts a drag that selects nothing until it reaches another day, so that links still work. */
  const grab = (courtId: string, calendarDay: Day) => setGrabbedDay({ courtId, day: calendarDay });
  const drag = (courtId: string, calendarDay: Day) => {
    if (grabbedDay?.courtId === courtId && grabbedDay.day !== calendarDay) {
      setGrabbedDay(null);
      setDragging(true);
      setDayRange({ courtId, anchor: grabbedDay.day, focus: calendarDay });
    } else if (isDragging)
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
    isDragging,
    choose,
    press,
    grab,
    drag,
    drop: () => {
      setDragging(false);
      setGrabbedDay(null);
    },
    clear: () => setDayRange(null),
    isChosen,
  };
};

export type DaySelection = ReturnType<typeof useDayRange>;
