import type { ReportReason } from '@courtly/contracts/reviews';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Textarea } from '../../ui/input';
import { Select } from '../../ui/select';
import { reportReasonLabels } from './report-reasons';
import { useReportReview } from './review-queries';

const reasons = Object.entries(reportReasonLabels).map(([value, label]) => ({ value: value as ReportReason, label }));

type Props = { courtId: string; reviewId: string; onClose: () => void };

/** Asks what somebody has against a review, and says what happens next. */
export function ReportDialog({ courtId, reviewId, onClose }: Props) {
  const form = useId();
  const report = useReportReview(courtId);
  const [reason, setReason] = useState<ReportReason>('untrue');
  const [words, setWords] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    report.mutate({ reviewId, reason, words: words.trim() }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Report this review?"
      description="An admin reads it and keeps or removes it. Whoever wrote it does not hear of your report."
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" form={form} busy={report.isPending}>
            Report Review
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-5">
        <Field label="What is wrong with it">
          {(control) => (
            <Select
              {...control}
              options={reasons}
              value={reason}
              onChange={({ target }) => setReason(target.value as ReportReason)}
            />
          )}
        </Field>
        <Field label="In your words" optional hint="Admins alone read this.">
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
