import type { Ref } from 'react';
import { fullName } from '../../resources/session/person-labels';
import { BookingBadge } from '../../resources/booking/booking-badge';
import { Button } from '../../ui/button';
import type { PlanBlock, Closure } from './day-plan';

type DayPlanListProps = {
  ref: Ref<HTMLUListElement>;
  blocks: readonly PlanBlock[];
  formatClock: (instant: string) => string;
  isBusy: boolean;
  onReopen: (closure: Closure) => void;
};

const stateBorders: Record<PlanBlock['state'], string> = {
  open: 'border-l-rule',
  closed: 'border-l-clay',
  booked: 'border-l-court',
};

export function DayPlanList({ ref, blocks, formatClock, isBusy, onReopen }: DayPlanListProps) {
  return (
    <ul ref={ref} tabIndex={-1} aria-label="The day" className="grid gap-2 outline-none">
      {blocks.map((block) => {
        const timeLabel = `${formatClock(block.start)} – ${formatClock(block.end)}`;
        return (
          <li
            key={block.start + block.state}
            className={`flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-l-3 py-1.5 pl-4 ${stateBorders[block.state]}`}
          >
            <div>
              <p className="figures">{timeLabel}</p>
              <p dir="auto" className="text-small text-quiet">
                {block.state === 'open' && 'Open'}
                {block.state === 'closed' && (block.reason ? `Closed: ${block.reason}` : 'Closed')}
                {block.state === 'booked' && fullName(block.booking.user)}
              </p>
            </div>
            {block.state === 'booked' && <BookingBadge status={block.booking.status} />}
            {block.state === 'closed' && (
              <Button
                variant="outline"
                size="sm"
                busy={isBusy}
                aria-label={`Reopen ${timeLabel}`}
                onClick={() =>
                  onReopen({
                    startTime: block.start,
                    endTime: block.end,
                    reason: block.reason,
                  })
                }
              >
                Reopen
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
