import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  type ToggleEvent,
  useEffect,
  useId,
  useState,
} from 'react';
import { useLocation } from 'react-router-dom';
import { cx } from 'class-variance-authority';

/** Props that the trigger button needs; spread them onto a `Button`. */
export type TriggerProps = {
  id: string;
  popoverTarget: string;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
};

type PopoverProps = {
  trigger: (triggerProps: TriggerProps) => ReactNode;
  /** The content. A function renders it only while the panel is open, and receives `close`. */
  children: ReactNode | ((closePanel: () => void) => ReactNode);
  align?: 'start' | 'end';
  /** Closes on a click on any link or button inside, as a menu does. */
  closeOnPress?: boolean;
  /** Stays open while its controls change the query string. */
  changesQuery?: boolean;
  className?: string;
};

const GAP_PX = 8;
const MARGIN_PX = 12;
/** Content that renders once the panel is open has no height yet. */
const UNKNOWN_HEIGHT_PX = 400;

/** Places the panel below the trigger, or above it if it does not fit and there is more room. */
const placePanel = (panel: HTMLElement, trigger: HTMLElement, align: 'start' | 'end') => {
  const { top, bottom, left, right } = trigger.getBoundingClientRect();
  const spaceBelow = innerHeight - bottom;
  const height = panel.hasChildNodes() ? panel.scrollHeight : UNKNOWN_HEIGHT_PX;
  const isAbove = spaceBelow < height + GAP_PX + MARGIN_PX && top > spaceBelow;
  const maxLeft = document.documentElement.clientWidth - panel.offsetWidth - MARGIN_PX;
  const preferredLeft = align === 'start' ? left : right - panel.offsetWidth;
  Object.assign(panel.style, {
    top: isAbove ? 'auto' : `${bottom + GAP_PX}px`,
    bottom: isAbove ? `${spaceBelow + (bottom - top) + GAP_PX}px` : 'auto',
    left: `${Math.max(Math.min(preferredLeft, maxLeft), MARGIN_PX)}px`,
    maxHeight: `${(isAbove ? top : spaceBelow) - GAP_PX - MARGIN_PX}px`,
  });
};

/** Keeps the panel at its trigger while the page scrolls, and closes it once that is out of view. */
const followTrigger = (panel: HTMLElement, trigger: HTMLElement, align: 'start' | 'end') => {
  const onMove = ({ target }: Event) => {
    if (target instanceof Node && panel.contains(target)) return;
    const { top, bottom } = trigger.getBoundingClientRect();
    if (bottom < 0 || top > innerHeight) panel.hidePopover();
    else placePanel(panel, trigger, align);
  };
  addEventListener('scroll', onMove, { capture: true, passive: true });
  addEventListener('resize', onMove);
  return () => {
    removeEventListener('scroll', onMove, { capture: true });
    removeEventListener('resize', onMove);
  };
};

const handlePanelClick = ({ currentTarget, target }: SyntheticEvent<HTMLElement>) => {
  if ((target as HTMLElement).closest('a, button')) currentTarget.hidePopover();
};

/**
 * A native popover anchored to its trigger. The browser handles opening, Escape, outside clicks,
 * focus return, and accessibility.
 */
export function Popover({
  trigger,
  children,
  align = 'start',
  closeOnPress = false,
  changesQuery = false,
  className,
}: PopoverProps) {
  const panelId = useId();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const panel = document.getElementById(panelId);
    const trigger = document.getElementById(`${panelId}-opener`);
    if (isOpen && panel && trigger) return followTrigger(panel, trigger, align);
  }, [isOpen, panelId, align]);
  const onBeforeToggle = ({ newState, currentTarget }: ToggleEvent<HTMLElement>) => {
    const trigger = document.getElementById(`${panelId}-opener`);
    if (newState !== 'open' || !trigger) return;
    // The panel has a size only while it is displayed.
    currentTarget.style.display = 'block';
    placePanel(currentTarget, trigger, align);
    currentTarget.style.display = '';
  };
  const closePanel = () => document.getElementById(panelId)?.hidePopover();
  const location = useLocation();
  const page = changesQuery ? location.pathname : location;
  // Otherwise, the panel would cover the next page and its dialogs.
  useEffect(() => () => document.getElementById(panelId)?.hidePopover(), [panelId, page]);
  return (
    <>
      {trigger({ id: `${panelId}-opener`, popoverTarget: panelId })}
      {/* Clicks bubble from the focusable controls inside, so keyboard users can close it too. */}
      <div
        id={panelId}
        popover="auto"
        onBeforeToggle={onBeforeToggle}
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
        {...(closeOnPress && { onClick: handlePanelClick })}
        className={cx(
          'fixed inset-auto max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-md border border-rule bg-raised text-ink shadow-lift transition-opacity duration-150 starting:opacity-0',
          className,
        )}
      >
        {typeof children === 'function' ? isOpen && children(closePanel) : children}
      </div>
    </>
  );
}
