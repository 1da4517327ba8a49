import type { ReportReason } from '@courtly/contracts/reviews';
import { type FormEvent, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { CloseButton } from '../../ui/close-button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Textarea } from '../../ui/input';
import { Select } from '../../ui/select';
import { useDraftState } from '../draft/use-draft';
import { reportReasonLabels } from './report-reasons';

const reasonOptions = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(reportReasonLabels).map(([value, label]) => ({ value, label })),
];

type Report = { reason: ReportReason; words: string };
const emptyReport: { reason: ReportReason | ''; words: string } = { reason: '', words: '' };

type ReportDialogProps = {
  subject: 'review' | 'message';
  /** Identifies the review or message. */
  subjectId: string;
  busy: boolean;
  onSend: (report: Report, onSuccess: () => void) => void;
  onClose: () => void;
  finalFocus?: () => HTMLElement | null;
};

/** Reports a review or message to the admins. */
export function ReportDialog({ subject, subjectId, busy, onSend, ...dialog }: ReportDialogProps) {
  const formId = useId();
  const [{ reason, words }, updateReport, draft] = useDraftState(
    `report-${subject}-${subjectId}`,
    emptyReport,
  );
  const [showsError, setShowsError] = useState(false);
  const reasonSelect = useRef<HTMLSelectElement>(null);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (reason === '') {
      setShowsError(true);
      return reasonSelect.current?.focus();
    }
    onSend({ reason, words: words.trim() }, () => {
      draft.clear();
      dialog.onClose();
    });
  };
  return (
    <Dialog
      open
      keepsEntries
      {...dialog}
      title={`Report this ${subject}?`}
      description="An admin reviews it and decides whether to remove it. The author isn't notified."
      footer={
        <>
          <CloseButton>Back</CloseButton>
          <Button type="submit" form={formId} busy={busy}>
            {subject === 'review' ? 'Report Review' : 'Report Message'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={handleSubmit} className="grid gap-5">
        {draft.note}
        <Field
          label="Reason"
          required
          error={showsError && reason === '' ? 'Choose a reason' : undefined}
        >
          {(controlProps) => (
            <Select
              {...controlProps}
              ref={reasonSelect}
              options={reasonOptions}
              value={reason}
              onChange={({ target }) => updateReport({ reason: target.value as ReportReason })}
            />
          )}
        </Field>
        <Field label="Details" optional hint="Only admins see this.">
          {(controlProps) => (
            <Textarea
              {...controlProps}
              rows={3}
              maxLength={300}
              value={words}
              onChange={({ target }) => updateReport({ words: target.value })}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
