import type { Ref } from 'react';
import { fullName } from '../../resources/session/person-labels';
import { BookingBadge } from '../../resources/booking/booking-badge';
import { Button } from '../../ui/button';
import type { Block, Closure } from './day-plan';

type Props = {
  ref: Ref<HTMLUListElement>;
  blocks: readonly Block[];
  clock: (instant: string) => string;
  busy: boolean;
  onReopen: (closure: Closure) => void;
};

const edges: Record<Block['state'], string> = {
  open: 'border-l-rule',
  closed: 'border-l-clay',
  booked: 'border-l-court',
};

export function DayPlanList({ ref, blocks, clock, busy, onReopen }: Props) {
  return (
    <ul ref={ref} tabIndex={-1} aria-label="The day" className="grid gap-2 outline-none">
      {blocks.map((block) => {
        const time = `${clock(block.start)} – ${clock(block.end)}`;
        return (
          <li
            key={block.start + block.state}
            className={`flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-l-3 py-1.5 pl-4 ${edges[block.state]}`}
          >
            <div>
              <p className="figures">{time}</p>
              <p dir="auto" className="text-[0.9375rem] text-quiet">
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
                busy={busy}
                aria-label={`Reopen ${time}`}
                onClick={() =>
                  onReopen({ startTime: block.start, endTime: block.end, reason: block.reason })
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
