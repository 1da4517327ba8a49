import type { ChallengedHour } from '@courtly/contracts/matches';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatShortDate } from '../../lib/format';
import { BlockButton } from '../../resources/block/block-button';
import { memberName } from '../../resources/match/match-labels';
import { challengedHoursQuery } from '../../resources/match/match-queries';
import { ResultDialog } from '../../resources/match/result-dialog';
import { Button } from '../../ui/button';
import { LoadErrors } from '../../ui/load-error';
import { CourtTime } from '../../ui/time';
import { Section } from '../../ui/heading';

/** Played hours to which the member was challenged, and whose result no one has logged. */
export function ChallengedHours() {
  const hoursQuery = useQuery(challengedHoursQuery);
  const { data: hours = [] } = hoursQuery;
  const [openedHour, setOpenedHour] = useState<ChallengedHour | null>(null);
  return (
    <>
      <LoadErrors className="mb-8" label="your challenges" queries={[hoursQuery]} />
      {hours.length > 0 && (
        <Section title="How did it go?" className="mb-8 border-y border-brass-line py-6">
          <ul className="grid gap-6 pt-4">
            {hours.map((hour) => (
              <li key={hour.bookingId} className="grid justify-items-start gap-2">
                <p dir="auto" className="break-words">
                  {hour.court.name}, against {memberName(hour.challenger)}
                </p>
                <CourtTime hour={hour} />
                <p className="text-small text-quiet">
                  You can log the result until {formatShortDate(hour.logBy, hour)}.
                </p>
                <Button
                  aria-label={`Log the Result: ${hour.court.name}, ${formatShortDate(hour.startTime, hour)}`}
                  onClick={() => setOpenedHour(hour)}
                >
                  Log the Result
                </Button>
                <BlockButton
                  target={{ bookingId: hour.bookingId }}
                  name={memberName(hour.challenger)}
                />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {openedHour && (
        <ResultDialog
          hour={openedHour}
          bookedBy={memberName(openedHour.challenger)}
          onClose={() => setOpenedHour(null)}
        />
      )}
    </>
  );
}
