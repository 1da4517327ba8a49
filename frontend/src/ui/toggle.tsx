import { cx } from 'class-variance-authority';
import type { ComponentProps } from 'react';

/** A choice that is on or off, among others of which several can be on. */
export function Toggle({
  pressed,
  className,
  ...props
}: Omit<ComponentProps<'button'>, 'type' | 'aria-pressed'> & { pressed: boolean }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={cx(
        'min-h-11 cursor-pointer rounded-full border border-transparent bg-soft px-4 transition-colors hover:border-edge aria-pressed:border-court aria-pressed:bg-court aria-pressed:text-on-court',
        className,
      )}
      {...props}
    />
  );
}
