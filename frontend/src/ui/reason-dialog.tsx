import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from './button';
import { CloseButton } from './close-button';
import { Dialog } from './dialog';
import { Field } from './field';
import { isFormValid } from './form-validity';
import { Textarea } from './input';

type ReasonDialogProps = {
  title: string;
  description?: string | undefined;
  /** Label of the text field. */
  label?: string;
  /** Says who reads the reason. */
  hint: string;
  button: string;
  /** Whether the action is destructive for the other user, which makes the button red. */
  isDanger?: boolean;
  /** The label of the cancel button. */
  back?: string;
  busy: boolean;
  /** Content above the reason field. */
  children?: ReactNode;
  onSend: (reason: string) => void;
  onClose: () => void;
};

/** The minimum length of a reason in characters. */
const MIN_REASON_LENGTH = 3;

/** Asks for a reason before an action that affects another user. */
export function ReasonDialog({
  label = 'Reason',
  hint,
  button,
  isDanger = true,
  back = 'Back',
  ...props
}: ReasonDialogProps) {
  const { title, description, busy, children, onSend, onClose } = props;
  const formId = useId();
  const [reason, setReasonText] = useState('');
  const [reasonError, setReasonError] = useState<string>();
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const trimmedReason = reason.trim();
    const isEnough = trimmedReason.length >= MIN_REASON_LENGTH;
    setReasonError(isEnough ? undefined : 'Say why, in a few words');
    if (isFormValid(event.currentTarget) && isEnough) onSend(trimmedReason);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <CloseButton>{back}</CloseButton>
          <Button variant={isDanger ? 'danger' : 'primary'} type="submit" form={formId} busy={busy}>
            {button}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit} className="grid gap-5">
        {children}
        <Field label={label} required hint={hint} error={reasonError}>
          {(controlProps) => (
            <Textarea
              {...controlProps}
              rows={3}
              maxLength={300}
              value={reason}
              onChange={({ target }) => setReasonText(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
