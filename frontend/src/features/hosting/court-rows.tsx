import type { Court } from '@courtly/contracts/courts';
import { useState } from 'react';
import { paths } from '../../config/paths';
import { DeactivateDialog } from '../../resources/court/deactivate-dialog';
import { useActivateCourt } from '../../resources/court/court-mutations';
import { Button, LinkButton } from '../../ui/button';
import { ApprovalNotice } from '../../resources/court/approval-notice';
import { CourtBadge } from '../../resources/court/court-badge';
import { CourtImage } from '../../resources/court/court-image';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { Rate } from '../../ui/price';
import { Heading } from '../../ui/heading';

type CourtRowsProps = {
  courts: readonly Court[];
  query: Parameters<typeof LoadMore>[0]['query'];
  /** Opens the form of a court. For null, the form creates one. */
  onEdit: (courtId: string | null) => void;
};

/** The draft of an approved application has no rate. */
const hasRate = ({ hourlyRate }: Court) => Number(hourlyRate) > 0;

/** Includes courts that are hidden. */
export function CourtRows({ courts, query, onEdit }: CourtRowsProps) {
  const activateCourt = useActivateCourt();
  const [deactivatingCourt, setDeactivatingCourt] = useState<Court | null>(null);
  if (courts.length === 0)
    return (
      <EmptyState
        title="No courts yet"
        action={<Button onClick={() => onEdit(null)}>Add Court</Button>}
      >
        Courts you list appear here.
      </EmptyState>
    );
  return (
    <>
      {courts[0]?.awaitsApproval && <ApprovalNotice court={courts[0]} />}
      <ul className="border-t border-rule">
        {courts.map((listedCourt) => (
          <li
            key={listedCourt.id}
            className="grid gap-5 border-b border-rule py-5 sm:grid-cols-[9rem_1fr] sm:items-center lg:grid-cols-[9rem_1fr_auto]"
          >
            <CourtImage
              {...listedCourt}
              photo={listedCourt.photos[0]}
              className="aspect-16/9 sm:aspect-4/3"
            />
            <div className="min-w-0 wrap-anywhere">
              <CourtBadge court={listedCourt} />
              <Heading level={2} dir="auto" className="mt-1">
                {listedCourt.name}
              </Heading>
              <p className="text-quiet">
                {listedCourt.location} ·{' '}
                {hasRate(listedCourt) ? <Rate amount={listedCourt.hourlyRate} /> : 'no rate yet'}
              </p>
            </div>
            <div className="flex flex-wrap gap-3 sm:col-span-2 lg:col-span-1">
              <Button
                variant="outline"
                aria-label={`Edit ${listedCourt.name}`}
                onClick={() => onEdit(listedCourt.id)}
              >
                Edit
              </Button>
              <LinkButton
                variant="quiet"
                to={paths.courtHours(listedCourt.id)}
                aria-label={`Hours of ${listedCourt.name}`}
              >
                Hours
              </LinkButton>
              {hasRate(listedCourt) ? (
                <Button
                  variant="quiet"
                  aria-label={`${listedCourt.isActive ? 'Deactivate' : 'Activate'} ${listedCourt.name}`}
                  onClick={() =>
                    listedCourt.isActive
                      ? setDeactivatingCourt(listedCourt)
                      : activateCourt.mutate({ id: listedCourt.id, isActive: true })
                  }
                >
                  {listedCourt.isActive ? 'Deactivate' : 'Activate'}
                </Button>
              ) : (
                <LinkButton
                  to={paths.editCourt(listedCourt.id)}
                  aria-label={`Finish Listing ${listedCourt.name}`}
                >
                  Finish Listing
                </LinkButton>
              )}
            </div>
          </li>
        ))}
      </ul>
      <LoadMore query={query} itemLabel="courts" />
      {deactivatingCourt && (
        <DeactivateDialog court={deactivatingCourt} onClose={() => setDeactivatingCourt(null)} />
      )}
    </>
  );
}
