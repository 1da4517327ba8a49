import { type ReactNode, type SyntheticEvent, type ToggleEvent, useId, useState } from 'react';
import { cn } from '../lib/cn';

/** What the button of a popover must carry: spread it onto a `Button`. */
export type Opener = { id: string; popoverTarget: string };

type Props = {
  trigger: (opener: Opener) => ReactNode;
  /** A function makes the content only while the panel is open, and is given what closes it. */
  children: ReactNode | ((close: () => void) => ReactNode);
  align?: 'start' | 'end';
  /** Whether a press on a link or button inside closes it, as in a menu. */
  closeOnPress?: boolean;
  className?: string;
};

/** Under the button that opened it, or over it in the lower half of the window. */
const place = (panel: HTMLElement, opener: HTMLElement, align: 'start' | 'end') => {
  const { top, bottom, left, right } = opener.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  const low = top > innerHeight * 0.6;
  Object.assign(panel.style, {
    top: low ? 'auto' : `${bottom + 8}px`,
    bottom: low ? `${innerHeight - top + 8}px` : 'auto',
    left: align === 'start' ? `${Math.max(left, 12)}px` : 'auto',
    right: align === 'end' ? `${Math.max(width - right, 12)}px` : 'auto',
  });
};

const closeOnPressOf = ({ currentTarget, target }: SyntheticEvent<HTMLElement>) => {
  if ((target as HTMLElement).closest('a, button')) currentTarget.hidePopover();
};

/**
 * A small panel at its button: a menu, a calendar, an explanation. The browser opens it, closes it on Escape or a press
 * elsewhere, gives focus back and tells assistive technology.
 */
export function Popover({ trigger, children, align = 'start', closeOnPress = false, className }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const onBeforeToggle = ({ newState, currentTarget }: ToggleEvent<HTMLElement>) => {
    const opener = document.getElementById(`${id}-opener`);
    if (newState === 'open' && opener) place(currentTarget, opener, align);
  };
  const close = () => document.getElementById(id)?.hidePopover();
  return (
    <>
      {trigger({ id: `${id}-opener`, popoverTarget: id })}
      {/* The press that closes it is one on a control inside, which the keyboard reaches. */}
      <div
        id={id}
        popover="auto"
        onBeforeToggle={onBeforeToggle}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        {...(closeOnPress && { onClick: closeOnPressOf })}
        className={cn(
          'fixed inset-auto max-h-[70dvh] max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-md border border-rule bg-raised p-4 text-ink shadow-lift transition-opacity duration-150 starting:opacity-0',
          className,
        )}
      >
        {typeof children === 'function' ? open && children(close) : children}
      </div>
    </>
  );
}
