import { type ReactNode, useId } from 'react';
import { cx } from 'class-variance-authority';

export type ControlProps = {
  id: string;
  'aria-required': true | undefined;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
};

type FieldProps = {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  /** Marks the label; `required` announces that the form rejects an empty value. */
  optional?: boolean;
  required?: boolean;
  className?: string;
  children: (controlProps: ControlProps) => ReactNode;
};

/**
 * Wires a label, hint, and error to one control. Spread the argument of the child function onto the
 * control.
 */
export function Field({
  label,
  error,
  hint,
  optional = false,
  required = false,
  className,
  children,
}: FieldProps) {
  const controlId = useId();
  const describedBy = [error && `${controlId}-error`, hint && `${controlId}-hint`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <label htmlFor={controlId} className="text-small font-semibold">
        {label}
        {optional && <span className="font-normal text-quiet"> (optional)</span>}
      </label>
      {children({
        id: controlId,
        'aria-required': required || undefined,
        'aria-invalid': Boolean(error),
        'aria-describedby': describedBy || undefined,
      })}
      {hint && (
        <p id={`${controlId}-hint`} className="text-small text-quiet">
          {hint}
        </p>
      )}
      <FieldError id={`${controlId}-error`}>{error}</FieldError>
    </div>
  );
}

/** An error message that screen readers announce. */
export function FieldError({ id: controlId, children }: { id: string; children: ReactNode }) {
  return (
    <p id={controlId} role="alert" className="text-small text-bad empty:hidden">
      {children}
    </p>
  );
}
