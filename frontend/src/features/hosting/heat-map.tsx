import type { Analytics } from '@courtly/contracts/hosting';
import { cx } from 'class-variance-authority';
import { weekdayLabel } from '../../lib/weekdays';
import { hourLabel, hourRows } from './analytics';
import { Heading } from '../../ui/heading';

/** Five colors from zero to the maximum. Text is readable on each of them. */
const shadeClasses = ['', 'bg-leaf/10', 'bg-leaf/20', 'bg-leaf/30', 'bg-leaf/40'];
const shadeClassOf = (bookingCount: number, maximumCount: number) =>
  shadeClasses[Math.ceil((bookingCount / maximumCount) * (shadeClasses.length - 1))];

export function HeatMap({ days }: { days: Analytics['hours'] }) {
  const hourlyRows = hourRows(days);
  const maximumCount = Math.max(1, ...hourlyRows.flatMap(({ counts }) => counts));
  return (
    <figure className="min-w-0 border-t border-brass-line pt-4">
      <figcaption className="mb-5">
        <Heading level={2}>Hours of the week</Heading>
        <p className="text-quiet">Confirmed and played hours, by start time at the court.</p>
      </figcaption>
      {hourlyRows.length === 0 ? (
        <p>No bookings were confirmed in these months.</p>
      ) : (
        <table
          aria-label="Hours of the week"
          className="w-full table-fixed border-separate border-spacing-0.5"
        >
          <thead className="text-sm text-quiet">
            <tr>
              <th scope="col" className="w-16 text-left font-normal">
                <span className="sr-only">Hour</span>
              </th>
              {days.map(({ weekday }) => (
                <th key={weekday} scope="col" className="pb-1 font-normal">
                  <span aria-hidden>{weekdayLabel(weekday).slice(0, 3)}</span>
                  <span className="sr-only">{weekdayLabel(weekday)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {hourlyRows.map(({ hour, counts }) => (
              <tr key={hour}>
                <th
                  scope="row"
                  className="text-left text-sm font-normal whitespace-nowrap text-quiet"
                >
                  {hourLabel(hour)}
                </th>
                {counts.map((bookingCount, dayIndex) => (
                  <td
                    key={days[dayIndex]!.weekday}
                    className={cx(
                      'figures h-9 rounded-sm text-center',
                      bookingCount === 0
                        ? 'bg-sunk text-quiet'
                        : shadeClassOf(bookingCount, maximumCount),
                    )}
                  >
                    {bookingCount}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </figure>
  );
}
