import { useState } from 'react';
import type { Day } from '../../lib/days';
import { between } from './calendar-days';

export type DayRange = Readonly<{ courtId: string; anchor: Day; focus: Day }>;

/**
 * Selects days of one court. The first click starts a range; a click on another day or a drag
 * extends it. A click on the only selected day clears it; a click after a range starts over.
 */
export const useDayRange = () => {
  const [range, setRange] = useState<DayRange | null>(null);
  const [isDragging, setDragging] = useState(false);
  const choose = (courtId: string, day: Day) =>
    setRange((before) => {
      const isOneDay = before?.courtId === courtId && before.anchor === before.focus;
      if (!isOneDay) return { courtId, anchor: day, focus: day };
      return before.anchor === day ? null : { ...before, focus: day };
    });
  const press = (courtId: string, day: Day) => {
    setDragging(true);
    choose(courtId, day);
  };
  const drag = (courtId: string, day: Day) => {
    if (isDragging)
      setRange((before) => (before?.courtId === courtId ? { ...before, focus: day } : before));
  };
  const isChosen = (courtId: string, day: Day): boolean => {
    if (range?.courtId !== courtId) return false;
    const [first, last] = between(range.anchor, range.focus);
    return first <= day && day <= last;
  };
  return {
    range,
    choose,
    press,
    drag,
    drop: () => setDragging(false),
    clear: () => setRange(null),
    isChosen,
  };
};

export type DaySelection = ReturnType<typeof useDayRange>;
