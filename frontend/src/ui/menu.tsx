import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cx } from 'class-variance-authority';
import { type TriggerProps, Popover } from './popover';

const entryClass =
  'flex min-h-11 w-full cursor-pointer items-center px-5 text-left hover:bg-sunk focus-visible:-outline-offset-2';

const keySteps: Record<string, (entryIndex: number, entryCount: number) => number> = {
  ArrowDown: (entryIndex, entryCount) => (entryIndex + 1) % entryCount,
  ArrowUp: (entryIndex, entryCount) => (entryIndex + entryCount - 1) % entryCount,
  Home: () => 0,
  End: (_, entryCount) => entryCount - 1,
};

/** Moves the focus in the menu, from the trigger to its first entry. */
const moveFocus = (event: KeyboardEvent, menu: HTMLElement) => {
  const nextIndex = keySteps[event.key];
  if (!nextIndex) return;
  event.preventDefault();
  const entries = [...menu.querySelectorAll<HTMLElement>('a, button')].filter((entry) =>
    entry.checkVisibility(),
  );
  const focusedIndex = entries.indexOf(document.activeElement as HTMLElement);
  entries[nextIndex(focusedIndex, entries.length)]?.focus();
};

const openWithArrow = (event: KeyboardEvent, menuId: string) => {
  const menu = document.getElementById(menuId);
  if (event.key !== 'ArrowDown' || !menu) return;
  menu.togglePopover(true);
  moveFocus(event, menu);
};

/**
 * A dropdown menu of links and actions; selecting one closes it. Arrow keys open it and
 * move between them. They keep their roles, so that screen readers announce links as links.
 */
export function Menu({
  trigger,
  children,
}: {
  trigger: (triggerProps: TriggerProps) => ReactNode;
  children: ReactNode;
}) {
  return (
    <Popover
      trigger={({ popoverTarget, ...triggerProps }) =>
        trigger({
          ...triggerProps,
          popoverTarget,
          onKeyDown: (event) => openWithArrow(event, popoverTarget),
        })
      }
      align="end"
      closeOnPress
      className="min-w-60 py-2"
    >
      <div role="presentation" onKeyDown={(event) => moveFocus(event, event.currentTarget)}>
        {children}
      </div>
    </Popover>
  );
}

/** A group of entries, separated from the previous one by a line. */
export function MenuGroup({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <ul
      className={cx(
        'not-first:mt-2 not-first:border-t not-first:border-rule not-first:pt-2',
        className,
      )}
    >
      {children}
    </ul>
  );
}

export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className={entryClass}>
        {children}
      </Link>
    </li>
  );
}

export function MenuItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <li>
      <button type="button" onClick={onSelect} className={entryClass}>
        {children}
      </button>
    </li>
  );
}
