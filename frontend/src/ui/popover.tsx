import { type ReactNode, type SyntheticEvent, type ToggleEvent, useId, useState } from 'react';
import { cn } from '../lib/cn';

/** Props that the trigger button needs; spread them onto a `Button`. */
export type TriggerProps = { id: string; popoverTarget: string };

type Props = {
  trigger: (triggerProps: TriggerProps) => ReactNode;
  /** A function renders its content only while the panel is open and receives `close`. */
  children: ReactNode | ((close: () => void) => ReactNode);
  align?: 'start' | 'end';
  /** Closes on a click on any link or button inside, as in a menu. */
  closeOnPress?: boolean;
  className?: string;
};

const GAP_PX = 8;
const MARGIN_PX = 12;
const ENOUGH_PX = 420;

/** Width of a panel that is not displayed yet. */
const widthOf = (panel: HTMLElement) => {
  panel.style.display = 'block';
  const width = panel.offsetWidth;
  panel.style.display = '';
  return width;
};

/** Places the panel below the trigger, or above it if there is more room, within the window. */
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
 * A native popover anchored to its trigger. The browser handles opening, Escape, outside clicks,
 * focus return and accessibility.
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
      {/* Clicks bubble from focusable controls inside, so keyboard users can close it too. */}
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
