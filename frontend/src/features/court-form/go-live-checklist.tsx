import type { Court } from '@courtly/contracts/courts';
import { Check, Circle } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../config/paths';
import { useOptionalData } from '../../lib/use-optional-data';
import { weekdayLabel, weekdays } from '../../lib/weekdays';
import { useActivateCourt } from '../../resources/court/court-mutations';
import { clockHourLabel } from '../../resources/court/neighbor-labels';
import { payoutAccountQuery } from '../../resources/hosting/payout-queries';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Heading } from '../../ui/heading';
import { TextLink } from '../../ui/text-link';

/** `Monday to Friday 7 AM – 12 PM; Saturday closed` */
export const weeklyHoursLabel = (weeklyHours: Court['weeklyHours']): string => {
  const groups: { first: string; last: string; hours: string }[] = [];
  for (const weekday of weekdays) {
    const hours =
      weeklyHours[weekday]
        .map(({ from, to }) => `${clockHourLabel(from)} – ${clockHourLabel(to)}`)
        .join(', ') || 'closed';
    const previous = groups.at(-1);
    if (previous?.hours === hours) previous.last = weekdayLabel(weekday);
    else groups.push({ first: weekdayLabel(weekday), last: weekdayLabel(weekday), hours });
  }
  return groups
    .map(({ first, last, hours }) => `${first === last ? first : `${first} to ${last}`} ${hours}`)
    .join('; ');
};

type Step = { title: string; isDone: boolean; note: ReactNode };

/** What is left to do before players can book a hidden court. */
export function GoLiveChecklist({ court }: { court: Court }) {
  const activateCourt = useActivateCourt();
  const account = useOptionalData(payoutAccountQuery);
  const hasRate = Number(court.hourlyRate) > 0;
  const isOpen = weekdays.some((weekday) => court.weeklyHours[weekday].length > 0);
  const steps: Step[] = [
    {
      title: 'Photos',
      isDone: court.photos.length > 0,
      note:
        court.photos.length > 0
          ? 'The first photo is the cover.'
          : 'Add at least one below. Until then, players see a drawing.',
    },
    {
      title: 'Rate',
      isDone: hasRate,
      note: hasRate ? 'You can change it at any time.' : 'Set your hourly rate below and save.',
    },
    {
      title: 'Hours',
      isDone: isOpen,
      note: (
        <>
          {weeklyHoursLabel(court.weeklyHours)}.{' '}
          {!hasRate &&
            "We read these from your application, or used our usual hours if we couldn't. "}
          <TextLink to={paths.courtHours(court.id)}>Check or change your hours</TextLink>
        </>
      ),
    },
    ...(account?.isNeeded
      ? [
          {
            title: 'Payouts',
            isDone: account.state === 'active' && account.needs.length === 0,
            note: (
              <>
                Stripe sends your earnings to your bank.{' '}
                <TextLink to={paths.hostEarnings}>Set up or check payouts</TextLink>
              </>
            ),
          },
        ]
      : []),
  ];
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card className="mb-8">
      <section aria-labelledby="go-live">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <Heading level={2} id="go-live">
            Before you go live
          </Heading>
          <p className="figures text-quiet">
            {doneCount} of {steps.length} done
          </p>
        </div>
        <ol className="mt-4 grid gap-4">
          {steps.map(({ title, isDone, note }) => {
            const Mark = isDone ? Check : Circle;
            return (
              <li key={title} className="grid grid-cols-[1.5rem_1fr] gap-x-2">
                <Mark
                  size={18}
                  strokeWidth={1.8}
                  aria-hidden
                  className={isDone ? 'mt-1 text-good' : 'mt-1 text-quiet'}
                />
                <div className="min-w-0">
                  <p className="font-semibold">
                    {title}
                    <span className="sr-only">{isDone ? ': done' : ': to do'}</span>
                  </p>
                  <p className="text-quiet">{note}</p>
                </div>
              </li>
            );
          })}
        </ol>
        <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            disabled={!hasRate}
            busy={activateCourt.isPending}
            onClick={() => activateCourt.mutate({ id: court.id, isActive: true })}
          >
            Activate
          </Button>
          <p className="text-small text-quiet">
            {hasRate ? 'Players can then find and book your court.' : 'Set a rate first.'}
          </p>
        </div>
      </section>
    </Card>
  );
}
