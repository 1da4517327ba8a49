import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cx } from 'class-variance-authority';
import { type TriggerProps, Popover } from './popover';

const entryClass =
  'flex min-h-11 w-full cursor-pointer items-center px-5 text-left hover:bg-sunk focus-visible:-outline-offset-2';

/** A dropdown menu of links and actions; selecting one closes it. */
export function Menu({
  trigger,
  children,
}: {
  trigger: (triggerProps: TriggerProps) => ReactNode;
  children: ReactNode;
}) {
  return (
    <Popover trigger={trigger} align="end" closeOnPress className="min-w-60 py-2">
      {children}
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
