import { type VariantProps, cva, cx } from 'class-variance-authority';
import type { ComponentProps } from 'react';

const badgeVariants = cva(
  'inline-flex shrink-0 items-center gap-1.5 rounded-full border border-transparent px-2.5 py-px font-sans text-sm leading-5 font-semibold',
  {
    variants: {
      tone: {
        neutral: 'bg-soft text-ink',
        brass: 'bg-brass-wash text-brass',
        pending: 'bg-pending-wash text-pending',
        good: 'bg-good-wash text-good',
        done: 'bg-done-wash text-done',
        bad: 'bg-bad-wash text-bad',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export function Badge({
  tone,
  className,
  ...props
}: ComponentProps<'span'> & VariantProps<typeof badgeVariants>) {
  return <span className={cx(badgeVariants({ tone }), className)} {...props} />;
}
