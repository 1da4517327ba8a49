import { type VariantProps, cva, cx } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';

const buttonVariants = cva(
  'inline-flex cursor-pointer items-center justify-center gap-2 rounded-sm border whitespace-nowrap transition-colors duration-200 ease-quiet disabled:cursor-not-allowed disabled:opacity-55',
  {
    variants: {
      /** A view has at most one primary button. */
      variant: {
        primary: 'border-court bg-court text-on-court hover:border-court-deep hover:bg-court-deep',
        outline: 'border-transparent bg-soft text-ink hover:bg-rule',
        brass: 'border-transparent bg-brass-wash text-brass hover:border-brass-line',
        quiet: 'border-transparent bg-transparent text-ink hover:bg-sunk',
        danger: 'border-transparent bg-bad-wash text-bad hover:border-bad',
      },
      size: {
        sm: 'h-9 px-3.5 text-small',
        md: 'h-11 px-5 text-base leading-none',
        lg: 'h-13 px-7 text-base leading-none',
        icon: 'size-11 text-base leading-none',
      },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
);

type ButtonVariants = VariantProps<typeof buttonVariants>;

const spinnerColors = {
  primary: 'border-on-court',
  outline: 'border-ink',
  brass: 'border-brass',
  quiet: 'border-ink',
  danger: 'border-bad',
};

/**
 * While `busy`, the button keeps its size, focus, and name, shows a spinner, and ignores clicks.
 */
export function Button({
  variant,
  size,
  busy = false,
  className,
  type = 'button',
  onClick,
  children,
  ...props
}: ComponentProps<'button'> & ButtonVariants & { busy?: boolean }) {
  return (
    <button
      type={type}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={cx(
        buttonVariants({ variant, size }),
        busy && 'relative cursor-wait! text-transparent!',
        className,
      )}
      {...props}
    >
      {children}
      {busy && (
        <span
          aria-hidden
          className="absolute inset-0 grid place-items-center forced-colors:bg-[Canvas]"
        >
          <span
            className={cx(
              'size-5 animate-spin rounded-full border-2 border-t-transparent!',
              spinnerColors[variant ?? 'primary'],
            )}
          />
        </span>
      )}
    </button>
  );
}

/** An internal link styled as a button. */
export function LinkButton({ variant, size, className, ...props }: LinkProps & ButtonVariants) {
  return <Link className={cx(buttonVariants({ variant, size }), className)} {...props} />;
}
