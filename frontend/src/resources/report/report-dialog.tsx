import type { ReportReason } from '@courtly/contracts/reviews';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Textarea } from '../../ui/input';
import { Select } from '../../ui/select';
import { reportReasonLabels } from './report-reasons';

const reasonOptions = Object.entries(reportReasonLabels).map(([reasonValue, reasonLabel]) => ({
  value: reasonValue as ReportReason,
  label: reasonLabel,
}));

type ReportDialogProps = {
  subject: 'review' | 'message';
  busy: boolean;
  onSend: (report: { reason: ReportReason; words: string }) => void;
  onClose: () => void;
  finalFocus?: () => HTMLElement | null;
};

/** Reports a review or message to the admins. */
export function ReportDialog({ subject, busy, onSend, ...dialog }: ReportDialogProps) {
  const formId = useId();
  const [reportReason, setReportReason] = useState<ReportReason>('untrue');
  const [details, setDetails] = useState('');
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSend({ reason: reportReason, words: details.trim() });
  };
  return (
    <Dialog
      open
      {...dialog}
      title={`Report this ${subject}?`}
      description="An admin reviews it and decides whether to remove it. The author isn't notified."
      footer={
        <>
          <Button variant="outline" onClick={dialog.onClose}>
            Back
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            {subject === 'review' ? 'Report Review' : 'Report Message'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={handleSubmit} className="grid gap-5">
        <Field label="Reason">
          {(controlProps) => (
            <Select
              {...controlProps}
              options={reasonOptions}
              value={reportReason}
              onChange={({ target }) => setReportReason(target.value as ReportReason)}
            />
          )}
        </Field>
        <Field label="Details" optional hint="Only admins see this.">
          {(controlProps) => (
            <Textarea
              {...controlProps}
              rows={3}
              maxLength={300}
              value={details}
              onChange={({ target }) => setDetails(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
