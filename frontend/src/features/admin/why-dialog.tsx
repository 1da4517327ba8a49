import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Textarea } from '../../ui/input';

const LEAST = 3;

type Props = {
  title: string;
  description?: string;
  /** Who reads the reason. */
  hint?: string;
  button: string;
  busy: boolean;
  /** What else is asked, or shown, before the reason. */
  children?: ReactNode;
  onSend: (reason: string) => void;
  onClose: () => void;
};

/** Asks an admin why, before something is done to somebody. */
export function WhyDialog({ title, description, hint, button, busy, children, onSend, onClose }: Props) {
  const form = useId();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const said = reason.trim();
    const isEnough = said.length >= LEAST;
    setError(isEnough ? undefined : 'Say why, in a few words');
    if (isEnough) onSend(said);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Back
          </Button>
          <Button variant="danger" type="submit" form={form} busy={busy}>
            {button}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-5">
        {children}
        <Field label="Reason" hint={hint ?? 'Admins alone read this. It stays in the log.'} error={error}>
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
