import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { Field } from './field';
import { Textarea } from './input';

type Props = {
  title: string;
  description?: string | undefined;
  /** What the words are called. */
  label?: string;
  /** Who reads them. */
  hint: string;
  button: string;
  /** Whether it takes something from somebody. */
  isDanger?: boolean;
  /** What the way back is called. */
  back?: string;
  busy: boolean;
  /** What else is asked, or shown, before the reason. */
  children?: ReactNode;
  onSend: (reason: string) => void;
  onClose: () => void;
};

/** Fewer letters say nothing. */
const LEAST = 3;

/** Asks why, before something is done that others feel. */
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
