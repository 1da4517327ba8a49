import type { Court } from '@courtly/contracts/courts';
import { cx } from 'class-variance-authority';
import { useRef } from 'react';
import { type Day, dateFromDay, dayLabel } from '../../lib/days';
import type { DaySelection } from './use-day-range';

type DayButtonProps = {
  court: Pick<Court, 'id' | 'name'>;
  day: Day;
  today: Day;
  selection: DaySelection;
};

/** Selects a whole day of a court. */
export function DayButton({ court, day, today, selection }: DayButtonProps) {
  const isTouchRef = useRef(false);
  return (
    <button
      type="button"
      aria-pressed={selection.isChosen(court.id, day)}
      aria-label={`${dayLabel(day)}, ${court.name}`}
      disabled={day < today}
      // A mouse selects on press so that dragging works. A finger may be scrolling, so touch
      // selects on click, like the keyboard (whose clicks have detail 0).
      onPointerDown={({ pointerType }) => {
        isTouchRef.current = pointerType === 'touch';
        if (!isTouchRef.current) selection.press(court.id, day);
      }}
      onClick={({ detail }) =>
        (detail === 0 || isTouchRef.current) && selection.choose(court.id, day)
      }
      className={cx(
        'figures grid h-8 min-w-8 cursor-pointer place-items-center self-start rounded-sm px-1.5 hover:bg-sunk disabled:cursor-default disabled:text-quiet aria-pressed:bg-court aria-pressed:text-on-court',
        day === today && 'border border-brass-line',
      )}
    >
      {dateFromDay(day).getDate()}
    </button>
  );
}
