import type { Court, CourtDetail, ZonedCourt } from '@courtly/contracts/courts';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { DeactivateDialog } from '../../resources/court/deactivate-dialog';
import { useOwnCourt } from '../../resources/court/court-queries';
import { PageMeta } from '../../lib/page-meta';
import { Button, LinkButton } from '../../ui/button';
import { CourtBadge } from '../../resources/court/court-badge';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';
import { toast } from '../../ui/toast';
import { COURT_NOT_FOUND, savedToast } from '../../resources/court/form/save-labels';
import { CourtGuests } from './court-guests';
import { GoLiveChecklist } from './go-live-checklist';
import { LazyPageForm } from './lazy-page-form';
import { Heading } from '../../ui/heading';

/** Edits a court. A court of another host appears as not found. */
export function EditCourtPage() {
  const { courtId } = useParams();
  const { court, query } = useOwnCourt(courtId);
  const isMissing = query.isSuccess && !court;
  return (
    <div className="page pt-10">
      <PageMeta title={isMissing ? 'Court Not Found' : 'Edit Court'} />
      <Heading level={1} dir="auto" className="mb-3 wrap-anywhere">
        {isMissing ? 'Court Not Found' : (court?.name ?? 'Edit Court')}
      </Heading>
      <QueryPanel<unknown> query={query} label="your courts">
        {() =>
          court ? (
            <>
              <CourtActions court={court} />
              {!court.isActive && <GoLiveChecklist court={court} />}
              {court.courtAccess === 'invite' && <CourtGuests courtId={court.id} />}
              <EditForm key={court.id} court={court} />
            </>
          ) : (
            <EmptyState
              title={COURT_NOT_FOUND}
              action={<LinkButton to={paths.hostTab('courts')}>Your Courts</LinkButton>}
            />
          )
        }
      </QueryPanel>
    </div>
  );
}

function CourtActions({ court }: { court: Court }) {
  const [isHiding, setHiding] = useState(false);
  return (
    <div className="mb-8 flex flex-wrap items-center gap-3">
      <CourtBadge court={court} />
      <div className="ml-auto flex flex-wrap gap-3">
        <LinkButton variant="quiet" to={paths.court(court.id)}>
          View
        </LinkButton>
        <LinkButton variant="outline" to={paths.courtHours(court.id)}>
          Set Hours
        </LinkButton>
        {court.isActive && (
          <Button variant="outline" onClick={() => setHiding(true)}>
            Deactivate
          </Button>
        )}
      </div>
      {isHiding && <DeactivateDialog court={court} onClose={() => setHiding(false)} />}
    </div>
  );
}

function EditForm({ court }: { court: ZonedCourt }) {
  const navigate = useNavigate();
  const goBack = () => void navigate(paths.hostTab('courts'));
  const onSaved = (savedCourt: CourtDetail) => {
    toast(...savedToast(court, savedCourt));
    goBack();
  };
  return <LazyPageForm court={court} label="Save Court" onSaved={onSaved} onCancel={goBack} />;
}
