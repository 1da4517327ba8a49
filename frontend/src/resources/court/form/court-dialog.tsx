import type { CourtDetail, ZonedCourt } from '@courtly/contracts/courts';
import { useId } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../config/paths';
import { useOwnCourt } from '../court-queries';
import { Dialog } from '../../../ui/dialog';
import { QueryPanel } from '../../../ui/query-panel';
import { toast } from '../../../ui/toast';
import { CourtChanges } from './court-changes';
import { CourtFields } from './court-fields';
import { COURT_NOT_FOUND, savedToast } from './save-labels';
import { SaveButtons } from './save-buttons';
import { useCourtForm } from './use-court-form';

type CourtDialogProps = { courtId: string | null; onClose: () => void };

/** The court form in a dialog. If `courtId` is null, it creates a court. */
export function CourtDialog({ courtId, onClose }: CourtDialogProps) {
  const { court, query } = useOwnCourt(courtId);
  if (courtId === null) return <FormDialog court={null} onClose={onClose} />;
  if (court) return <FormDialog court={court} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title="Edit Court">
      <QueryPanel<unknown> query={query} label="your courts">
        {() => <p>{COURT_NOT_FOUND}</p>}
      </QueryPanel>
    </Dialog>
  );
}

function FormDialog({ court, onClose }: { court: ZonedCourt | null; onClose: () => void }) {
  const formId = useId();
  const navigate = useNavigate();
  const onSaved = (savedCourt: CourtDetail) => {
    const setHoursAction = {
      label: 'Set Hours',
      onClick: () => void navigate(paths.courtHours(savedCourt.id)),
    };
    toast(...savedToast(court, savedCourt), court ? {} : { action: setHoursAction });
    onClose();
  };
  const { form, photos, zones, draftNote, courtValues, confirmDiscard, saving, props } =
    useCourtForm(court, onSaved);
  const closeForm = () => confirmDiscard(onClose);
  return (
    <Dialog
      open
      keepsEntries
      onClose={closeForm}
      title={court ? 'Edit Court' : 'Add Court'}
      description={court?.name}
      className="sm:max-w-2xl!"
      footer={
        <SaveButtons
          formId={formId}
          saving={saving}
          photos={photos}
          label={court ? 'Save Court' : 'List Court'}
          onCancel={closeForm}
        />
      }
    >
      <form id={formId} {...props}>
        {draftNote}
        {court && <CourtChanges form={form} current={courtValues} />}
        <CourtFields form={form} photos={photos} zones={zones} zone={court?.zone} />
      </form>
    </Dialog>
  );
}
