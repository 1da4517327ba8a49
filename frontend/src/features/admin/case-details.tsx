import type { CaseBooking } from '@courtly/contracts/money-desk';
import {
  type CourtZone,
  type Place,
  formatMediumDate,
  formatTime,
  viewerZone,
  zoneAbbreviation,
} from '../../lib/format';

/** `Mar 13, 2027, 10:00 AM MST`, in the viewer's time zone or the court's. */
export const instantLabel = (instant: string, place: Place = viewerZone()): string =>
  [
    `${formatMediumDate(instant, place)}, ${formatTime(instant, place)}`,
    zoneAbbreviation(instant, place),
  ].join(' ');

/** The start of a booked hour at its court. The time stays on one line. */
export function CourtInstant({ hour }: { hour: CourtZone & Readonly<{ startTime: string }> }) {
  const { startTime } = hour;
  return (
    <>
      {formatMediumDate(startTime, hour)},{' '}
      <span className="whitespace-nowrap">
        {formatTime(startTime, hour)} {zoneAbbreviation(startTime, hour)}
      </span>
    </>
  );
}

/** The booked hour, its player, and its host. */
export function BookedHour({ booking }: { booking: CaseBooking }) {
  const { court, player, host } = booking;
  return (
    <p>
      <bdi>{court.name}</bdi>, <CourtInstant hour={booking} />
      <span className="block text-quiet">
        Player <bdi>{player.name}</bdi>, host <bdi>{host.name}</bdi>
      </span>
    </p>
  );
}

/** The facts of a case. Facts that do not apply are false. */
export function FactList({
  facts,
}: {
  facts: readonly (readonly [label: string, value: string] | false)[];
}) {
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-6 gap-y-1 text-small">
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-quiet">{fact[0]}</dt>
              <dd dir="auto" className="figures">
                {fact[1]}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
