import { type VariantProps, cva, cx } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';

const buttonVariants = cva(
  'inline-flex cursor-pointer items-center justify-center gap-2 whitespace-nowrap rounded-sm border transition-colors duration-200 ease-quiet disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:opacity-55',
  {
    variants: {
      variant: {
        primary: 'border-court bg-court text-on-court hover:border-court-deep hover:bg-court-deep',
        outline: 'border-edge bg-transparent text-ink hover:border-ink hover:bg-sunk',
        brass: 'border-brass-line bg-transparent text-brass hover:bg-brass-line/15',
        quiet: 'border-transparent bg-transparent text-ink hover:bg-sunk',
        danger: 'border-bad bg-transparent text-bad hover:bg-bad-wash',
      },
      size: {
        sm: 'h-9 px-3.5 text-[0.9375rem]',
        md: 'h-11 px-5 text-base leading-none',
        lg: 'h-13 px-7 text-base leading-none',
        icon: 'size-11 text-base leading-none',
      },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
);

type ButtonVariants = VariantProps<typeof buttonVariants>;

/**
 * While `busy`, the button keeps its size and focus but ignores clicks; its label shows the
 * progress.
 */
export function Button({
  variant,
  size,
  busy = false,
  className,
  type = 'button',
  onClick,
  ...props
}: ComponentProps<'button'> & ButtonVariants & { busy?: boolean }) {
  return (
    <button
      type={type}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={cx(buttonVariants({ variant, size }), className)}
      {...props}
    />
  );
}

/** An internal link styled as a button. */
export function LinkButton({ variant, size, className, ...props }: LinkProps & ButtonVariants) {
  return <Link className={cx(buttonVariants({ variant, size }), className)} {...props} />;
}
