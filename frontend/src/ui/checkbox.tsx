import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from 'class-variance-authority';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode };

export function Checkbox({ label, className, ...props }: CheckboxProps) {
  return (
    <label
      className={cx(
        'group flex cursor-pointer items-start gap-3 has-disabled:cursor-not-allowed',
        className,
      )}
    >
      <span className="relative mt-0.5 grid size-5.5 shrink-0">
        <input
          type="checkbox"
          className="peer size-full cursor-[inherit] appearance-none rounded-sm border border-edge bg-raised transition-colors checked:border-court checked:bg-court disabled:opacity-55 aria-invalid:border-bad forced-colors:appearance-auto"
          {...props}
        />
        <Check
          size={16}
          strokeWidth={2.4}
          aria-hidden
          className="pointer-events-none absolute inset-0 m-auto text-on-court opacity-0 peer-checked:opacity-100 forced-colors:hidden"
        />
      </span>
      <span className="group-has-disabled:text-quiet">{label}</span>
    </label>
  );
}

/** A toggle whose change takes effect immediately. */
export function Switch({ label, className, ...props }: CheckboxProps) {
  return (
    <label
      className={cx('flex min-h-11 cursor-pointer items-center justify-between gap-4', className)}
    >
      <span>{label}</span>
      <span className="relative h-7 w-12 shrink-0">
        <input
          type="checkbox"
          role="switch"
          className="peer size-full cursor-pointer appearance-none rounded-full border border-edge bg-sunk transition-colors checked:border-court checked:bg-court forced-colors:appearance-auto"
          {...props}
        />
        <span
          aria-hidden
          className="pointer-events-none absolute top-1 left-1 size-5 rounded-full bg-edge transition-transform ease-quiet peer-checked:translate-x-5 peer-checked:bg-on-court forced-colors:hidden"
        />
      </span>
    </label>
  );
}
