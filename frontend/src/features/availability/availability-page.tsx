import type { ZonedCourt } from '@courtly/contracts/courts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../config/paths';
import { hostCourtsQuery, useOwnCourt } from '../../resources/court/court-queries';
import { COURT_NOT_FOUND } from '../../resources/court/form/save-labels';
import { addDays, isCalendarDay } from '../../lib/days';
import { dayInZone } from '../../lib/format';
import { PageMeta } from '../../lib/page-meta';
import { useSearchState } from '../../lib/search-state';
import { useNow } from '../../lib/use-now';
import { Button, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';
import { Field } from '../../ui/field';
import { QueryPanel } from '../../ui/query-panel';
import { Select } from '../../ui/select';
import { useUnsavedChanges } from '../../ui/guards';
import { zoneLabel } from './clock-labels';
import { Closures } from './closures';
import { HoursForm } from './hours-form';
import { Heading } from '../../ui/heading';

export function AvailabilityPage() {
  const courtsQuery = useInfiniteQuery(hostCourtsQuery);
  return (
    <div className="page pt-10">
      <PageMeta
        title="Availability"
        description="Set your courts' hours and close them on specific days."
      />
      <Heading level={1} className="mb-8">
        Availability
      </Heading>
      <QueryPanel query={courtsQuery} label="your courts">
        {({ items }) =>
          items.length > 0 ? (
            <Availability courts={items} />
          ) : (
            <EmptyState
              title="No courts yet"
              action={<LinkButton to={paths.newCourt}>List Your Court</LinkButton>}
            >
              Hours appear here after you list a court.
            </EmptyState>
          )
        }
      </QueryPanel>
    </div>
  );
}

/** On narrow screens, the closures are far below the hours. */
const scrollToClosures = () => {
  const heading = document.getElementById('closures');
  heading?.focus();
  heading?.scrollIntoView();
};

/** Shows the court in the URL, or the first one. */
function Availability({ courts }: { courts: readonly ZonedCourt[] }) {
  const [searchParams] = useSearchState();
  const { court, query } = useOwnCourt(searchParams.get('court') ?? courts[0]!.id);
  if (court) return <CourtAvailability court={court} courts={courts} />;
  return (
    <QueryPanel<unknown> query={query} label="the court">
      {() => (
        <EmptyState
          title={COURT_NOT_FOUND}
          action={<LinkButton to={paths.ownerAvailability}>Your Hours</LinkButton>}
        />
      )}
    </QueryPanel>
  );
}

type CourtAvailabilityProps = { court: ZonedCourt; courts: readonly ZonedCourt[] };

function CourtAvailability({ court, courts }: CourtAvailabilityProps) {
  const [searchParams, updateSearch] = useSearchState();
  const [discardHours, setDiscardHours] = useState<(() => void) | null>(null);
  const { confirmDiscard } = useUnsavedChanges(discardHours !== null, () => discardHours?.());
  const selectCourt = (courtId: string) =>
    confirmDiscard(() => {
      setDiscardHours(null);
      updateSearch({ court: courtId });
    });
  const today = dayInZone(useNow(), court);
  const requestedDate = searchParams.get('date') ?? '';
  return (
    <>
      <div className="mb-10 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        {courts.length > 1 ? (
          <Field label="Court" className="w-full max-w-md">
            {(controlProps) => (
              <Select
                {...controlProps}
                options={(courts.some(({ id }) => id === court.id)
                  ? courts
                  : [...courts, court]
                ).map(({ id, name }) => ({
                  value: id,
                  label: name,
                }))}
                value={court.id}
                onChange={({ target }) => selectCourt(target.value)}
              />
            )}
          </Field>
        ) : (
          <p dir="auto" className="font-display text-2xl">
            {court.name}
          </p>
        )}
        <p className="text-quiet">
          All times are in the court's time zone:{' '}
          <span className="text-ink">{zoneLabel(court.zone)}</span>.
        </p>
        <Button variant="outline" size="sm" className="lg:hidden" onClick={scrollToClosures}>
          Close Hours on a Day
        </Button>
      </div>
      <div className="grid items-start gap-x-12 gap-y-14 lg:grid-cols-[1fr_25rem]">
        <HoursForm
          key={court.id}
          court={court}
          onDirtyChange={(discard) => setDiscardHours(() => discard)}
        />
        <Card>
          <Closures
            key={court.id}
            court={court}
            today={today}
            day={
              isCalendarDay(requestedDate) && requestedDate >= today
                ? requestedDate
                : addDays(today, 1)
            }
            onDay={(date) => updateSearch({ date })}
          />
        </Card>
      </div>
    </>
  );
}
