import type { AuditKind } from '@courtly/contracts/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorMessage } from '../../lib/api';
import { formatMediumDate, formatTime, zoneAbbreviation } from '../../lib/format';
import { accountsQuery, adminCourtsQuery } from '../../resources/admin/admin-queries';
import { bookingSearchQuery } from '../../resources/admin/booking-search-queries';
import { pastStateLink } from '../../resources/audit/timeline-link';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { LoadErrors } from '../../ui/load-error';
import { Loading, Skeleton } from '../../ui/skeleton';
import { TextLink } from '../../ui/text-link';

type RecordFinderProps = {
  /** The instant at which the found records are shown. */
  at: string;
};

/** Finds an account, a court, or a booking by name, email, or id, and links to its past state. */
export function RecordFinder({ at }: RecordFinderProps) {
  const [entered, setEntered] = useState('');
  const [searched, setSearched] = useState('');
  return (
    <section aria-label="Find a record" className="mb-8">
      <form
        role="search"
        aria-label="Find a record"
        onSubmit={(event) => {
          event.preventDefault();
          setSearched(entered.trim());
        }}
        className="flex flex-wrap items-end gap-3"
      >
        <Field
          label="Find"
          hint="The name or email of a person, the name of a court, or a booking ID"
          className="grow"
        >
          {(controlProps) => (
            <Input
              {...controlProps}
              type="search"
              autoComplete="off"
              maxLength={80}
              value={entered}
              onChange={({ target }) => setEntered(target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="outline">
          Find
        </Button>
      </form>
      {searched !== '' && (
        <FoundRecords searched={searched} at={at} onOpen={() => setSearched('')} />
      )}
    </section>
  );
}

const isInvalidRequest = (error: unknown) =>
  error instanceof ApiError && error.code === 'invalid_request';

type FoundRecord = Readonly<{ kind: AuditKind; id: string; label: string; detail: string }>;

type FoundRecordsProps = RecordFinderProps & {
  searched: string;
  /** Called when a record is opened; its past state appears below. */
  onOpen: () => void;
};

function FoundRecords({ searched, at, onOpen }: FoundRecordsProps) {
  const search = new URLSearchParams({ search: searched });
  const accounts = useInfiniteQuery({ ...accountsQuery(search), retry: false });
  const courts = useInfiniteQuery({ ...adminCourtsQuery(search), retry: false });
  const bookingsOfPerson = useInfiniteQuery({
    ...bookingSearchQuery(new URLSearchParams({ person: searched })),
    retry: false,
  });
  const bookingOfId = useInfiniteQuery({
    ...bookingSearchQuery(new URLSearchParams({ booking: searched })),
    retry: false,
  });
  const records: FoundRecord[] = [
    ...(accounts.data?.items ?? []).map(({ id, firstName, lastName, email }) => ({
      kind: 'user' as const,
      id,
      label: `${firstName} ${lastName}`,
      detail: email,
    })),
    ...(courts.data?.items ?? []).map(({ id, name, location }) => ({
      kind: 'court' as const,
      id,
      label: name,
      detail: location,
    })),
    ...[...(bookingOfId.data?.items ?? []), ...(bookingsOfPerson.data?.items ?? [])].map(
      (booking) => ({
        kind: 'booking' as const,
        id: booking.id,
        label: `${booking.court.name}, ${booking.player.name}`,
        detail: `${formatMediumDate(booking.startTime, booking)}, ${formatTime(booking.startTime, booking)} ${zoneAbbreviation(booking.startTime, booking)}`,
      }),
    ),
  ];
  const searches = [accounts, courts, bookingsOfPerson, bookingOfId];
  if (searches.some(({ isPending, errorUpdateCount }) => isPending && errorUpdateCount === 0))
    return (
      <Loading label="Searching">
        <Skeleton className="mt-4 h-12" />
      </Loading>
    );
  if (records.length === 0 && searches.every(({ isSuccess }) => isSuccess))
    return (
      <p role="status" className="mt-4 text-quiet">
        No account, court, or booking matches.
      </p>
    );
  // The server rejects a name that matches too many people. Trying again wouldn't help.
  const refusal = searches.find(({ error }) => isInvalidRequest(error))?.error;
  return (
    <>
      {refusal && (
        <p role="alert" className="mt-4 text-bad">
          {errorMessage(refusal, 'Enter more of the name.')}
        </p>
      )}
      <LoadErrors
        className="mt-4"
        label="the matching records"
        queries={searches.filter(({ error }) => !isInvalidRequest(error))}
      />
      {records.length > 0 && (
        <ul aria-label="Found records" className="mt-4 border-t border-rule">
          {records.map(({ kind, id, label, detail }) => (
            <li key={`${kind} ${id}`} className="border-b border-rule py-2 wrap-anywhere">
              <TextLink to={pastStateLink(kind, id, at)} onClick={onOpen}>
                <bdi>{label}</bdi>
              </TextLink>
              <span className="block text-small text-quiet">
                {kindLabels[kind]}, <bdi>{detail}</bdi>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const kindLabels: Readonly<Partial<Record<AuditKind, string>>> = {
  user: 'Account',
  court: 'Court',
  booking: 'Booking',
};
