import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Textarea } from '../../ui/input';

const texts = {
  dispute: {
    title: 'Dispute this result?',
    hint: 'Whoever logged it reads this.',
    label: 'What is wrong',
    button: 'Dispute Result',
  },
  withdraw: {
    title: 'Withdraw this result?',
    hint: 'Everybody in the match reads this. You can log the hour again.',
    label: 'Why',
    button: 'Withdraw Result',
  },
} as const;

type Props = { what: keyof typeof texts; busy: boolean; onSend: (reason: string) => void; onClose: () => void };

/** Asks why, before a result stops to count. */
export function ReasonDialog({ what, busy, onSend, onClose }: Props) {
  const { title, hint, label, button } = texts[what];
  const form = useId();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const said = reason.trim();
    setError(said ? undefined : 'Please fill this in');
    if (said) onSend(said);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Keep Result
          </Button>
          <Button variant="danger" type="submit" form={form} busy={busy}>
            {button}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <Field label={label} hint={hint} error={error}>
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={300}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
