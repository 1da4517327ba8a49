import { useQuery } from '@tanstack/react-query';
import { toWords } from '../../resources/audit/audit-labels';
import { auditedEventQuery, rawEventAddress } from '../../resources/audit/audit-queries';
import { Dialog } from '../../ui/dialog';
import { LoadErrors, hasFailed } from '../../ui/load-error';
import { Loading, Skeleton } from '../../ui/skeleton';
import { ChangesTable, EntryFacts } from './entry-facts';
import { textLinkClass } from '../../ui/text-link';
import { Heading } from '../../ui/heading';

type EntryDialogProps = { eventId: string; onClose: () => void };

export function EntryDialog({ eventId, onClose }: EntryDialogProps) {
  const entryQuery = useQuery(auditedEventQuery(eventId));
  const { data: entry } = entryQuery;
  return (
    <Dialog
      open
      onClose={onClose}
      title={entry ? entry.sentence : 'Event'}
      className="sm:max-w-2xl!"
    >
      {!entry && !hasFailed(entryQuery) && (
        <Loading label="Loading the event">
          <Skeleton className="h-48" />
        </Loading>
      )}
      <LoadErrors className="" label="the event" queries={[entryQuery]} />
      {entry && (
        <>
          <EntryFacts
            entry={entry}
            more={[
              ['Event', toWords(entry.type)],
              ['Event ID', entry.id],
              ['Stream', entry.stream],
              [
                'Raw data',
                <a
                  href={rawEventAddress(entry.id)}
                  target="_blank"
                  rel="noreferrer"
                  className={textLinkClass}
                >
                  View event as JSON
                </a>,
              ],
            ]}
          />
          <Heading level={3} className="mt-7 mb-2">
            What changed
          </Heading>
          <ChangesTable changes={entry.changes} />
        </>
      )}
    </Dialog>
  );
}
