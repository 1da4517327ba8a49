import type { CourtDetail } from '@courtly/contracts/courts';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { toast } from '../../ui/toast';
import { savedToast } from '../../resources/court/form/save-labels';
import { LazyPageForm } from './lazy-page-form';
import { Heading } from '../../ui/heading';

/** Opens the hours page after saving, because a court without hours can be booked all week. */
export function NewCourtPage() {
  const navigate = useNavigate();
  const onSaved = (savedCourt: CourtDetail) => {
    toast(...savedToast(null, savedCourt));
    void navigate(savedCourt.isActive ? paths.courtHours(savedCourt.id) : paths.hostTab('courts'));
  };
  return (
    <div className="page pt-10">
      <PageMeta
        title="List Your Court"
        description="Describe your court to players: its location, surface, and rate."
      />
      <Heading level={1}>List Your Court</Heading>
      <p className="mt-3 mb-8 max-w-prose text-quiet">
        Players can see your court as soon as you list it. You'll set its hours next, and you can
        hide it at any time.
      </p>
      <LazyPageForm
        court={null}
        label="List Court"
        onSaved={onSaved}
        onCancel={() => void navigate(paths.ownerDashboard)}
      />
    </div>
  );
}
