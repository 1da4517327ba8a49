import { type ReactNode, type SyntheticEvent, type ToggleEvent, useId, useState } from 'react';
import { cn } from '../lib/cn';

/** What the button of a popover must carry: spread it onto a `Button`. */
export type TriggerProps = { id: string; popoverTarget: string };

type Props = {
  trigger: (triggerProps: TriggerProps) => ReactNode;
  /** A function makes the content only while the panel is open, and is given what closes it. */
  children: ReactNode | ((close: () => void) => ReactNode);
  align?: 'start' | 'end';
  /** Whether a press on a link or button inside closes it, as in a menu. */
  closeOnPress?: boolean;
  className?: string;
};

const GAP_PX = 8;
const MARGIN_PX = 12;
const ENOUGH_PX = 420;

/** How wide a panel will be that does not show yet. */
const widthOf = (panel: HTMLElement) => {
  panel.style.display = 'block';
  const width = panel.offsetWidth;
  panel.style.display = '';
  return width;
};

/** Under the button that opened it, or over it where there is more room; never beyond the edge of the window. */
const place = (panel: HTMLElement, triggerProps: HTMLElement, align: 'start' | 'end') => {
  const { top, bottom, left, right } = triggerProps.getBoundingClientRect();
  const below = innerHeight - bottom;
  const over = below < ENOUGH_PX && top > below;
  const width = widthOf(panel);
  const most = document.documentElement.clientWidth - width - MARGIN_PX;
  const wanted = align === 'start' ? left : right - width;
  Object.assign(panel.style, {
    top: over ? 'auto' : `${bottom + GAP_PX}px`,
    bottom: over ? `${below + (bottom - top) + GAP_PX}px` : 'auto',
    left: `${Math.max(Math.min(wanted, most), MARGIN_PX)}px`,
    maxHeight: `${(over ? top : below) - GAP_PX - MARGIN_PX}px`,
  });
};

const closeOnPressOf = ({ currentTarget, target }: SyntheticEvent<HTMLElement>) => {
  if ((target as HTMLElement).closest('a, button')) currentTarget.hidePopover();
};

/**
 * A small panel at its button: a menu, a calendar, an explanation. The browser opens it, closes it on Escape or a press
 * elsewhere, gives focus back and tells assistive technology.
 */
export function Popover({
  trigger,
  children,
  align = 'start',
  closeOnPress = false,
  className,
}: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const onBeforeToggle = ({ newState, currentTarget }: ToggleEvent<HTMLElement>) => {
    const triggerProps = document.getElementById(`${id}-opener`);
    if (newState === 'open' && triggerProps) place(currentTarget, triggerProps, align);
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
          'fixed inset-auto max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-md border border-rule bg-raised p-4 text-ink shadow-lift transition-opacity duration-150 starting:opacity-0',
          className,
        )}
      >
        {typeof children === 'function' ? open && children(close) : children}
      </div>
    </>
  );
}
