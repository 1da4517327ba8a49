import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { Field } from './field';
import { Textarea } from './input';

type Props = {
  title: string;
  description?: string | undefined;
  /** Label of the text field. */
  label?: string;
  /** States who reads the reason. */
  hint: string;
  button: string;
  /** Whether the action is destructive for the other user. */
  isDanger?: boolean;
  /** Label of the cancel button. */
  back?: string;
  busy: boolean;
  /** Content above the reason field. */
  children?: ReactNode;
  onSend: (reason: string) => void;
  onClose: () => void;
};

/** Minimum length of a reason, in characters. */
const LEAST = 3;

/** Asks for a reason before an action that affects another user. */
export function ReasonDialog({
  label = 'Reason',
  hint,
  button,
  isDanger = true,
  back = 'Back',
  ...props
}: Props) {
  const { title, description, busy, children, onSend, onClose } = props;
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
            {back}
          </Button>
          <Button variant={isDanger ? 'danger' : 'primary'} type="submit" form={form} busy={busy}>
            {button}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-5">
        {children}
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
