import type { ComponentProps } from 'react';
import { cx } from 'class-variance-authority';

export const inputClass =
  'w-full rounded-sm border border-edge bg-raised px-3.5 text-ink transition-colors duration-200 hover:border-ink aria-invalid:border-bad disabled:opacity-55 focus-visible:outline-offset-0';

/** A text input without autofill unless it says what it is for. Wrap it in a Field, which labels it. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input dir="auto" autoComplete="off" className={cx(inputClass, 'h-12', className)} {...props} />
  );
}

export function Textarea({ className, rows = 4, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea dir="auto" rows={rows} className={cx(inputClass, 'py-3', className)} {...props} />
  );
}
