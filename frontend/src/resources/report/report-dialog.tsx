import type { ReportReason } from '@courtly/contracts/reviews';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Textarea } from '../../ui/input';
import { Select } from '../../ui/select';
import { reportReasonLabels } from './report-reasons';

const reasons = Object.entries(reportReasonLabels).map(([value, label]) => ({
  value: value as ReportReason,
  label,
}));

type Props = {
  what: 'review' | 'message';
  busy: boolean;
  onSend: (report: { reason: ReportReason; words: string }) => void;
  onClose: () => void;
  finalFocus?: () => HTMLElement | null;
};

/** Reports a review or message to the admins. */
export function ReportDialog({ what, busy, onSend, ...dialog }: Props) {
  const form = useId();
  const [reason, setReason] = useState<ReportReason>('untrue');
  const [words, setWords] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend({ reason, words: words.trim() });
  };
  return (
    <Dialog
      open
      {...dialog}
      title={`Report this ${what}?`}
      description="An admin reviews it and decides whether to remove it. The author isn't notified."
      footer={
        <>
          <Button variant="outline" onClick={dialog.onClose}>
            Back
          </Button>
          <Button type="submit" form={form} busy={busy}>
            {what === 'review' ? 'Report Review' : 'Report Message'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-5">
        <Field label="Reason">
          {(control) => (
            <Select
              {...control}
              options={reasons}
              value={reason}
              onChange={({ target }) => setReason(target.value as ReportReason)}
            />
          )}
        </Field>
        <Field label="Details" optional hint="Only admins see this.">
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={300}
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
