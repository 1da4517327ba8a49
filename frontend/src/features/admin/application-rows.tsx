import { type KeyboardEvent, useRef } from 'react';
import { useNow } from '../../lib/use-now';
import { useShortcuts } from '../../lib/use-shortcuts';
import { agoLabel, answerLabel, isOverdue } from '../../resources/admin/application-labels';
import { type AnyApplication, isHostApplication } from '../../resources/admin/application-queries';
import { StatusBadge } from './status-badge';
import { rowId } from './row-focus';

type ApplicationRowsProps = {
  applications: readonly AnyApplication[];
  /** False while a dialog covers the list, so that shortcuts have no effect. */
  isActive: boolean;
  onOpen: (index: number) => void;
};

export function ApplicationRows({ applications, isActive, onOpen }: ApplicationRowsProps) {
  const now = useNow();
  const listRef = useRef<HTMLUListElement>(null);
  const moveFocus = (direction: 1 | -1) => {
    const rowButtons = [...(listRef.current?.querySelectorAll('button') ?? [])];
    const focusedIndex = rowButtons.findIndex((rowButton) => rowButton === document.activeElement);
    rowButtons[focusedIndex < 0 ? 0 : focusedIndex + direction]?.focus();
  };
  useShortcuts(isActive ? { j: () => moveFocus(1), k: () => moveFocus(-1) } : {});
  // The arrow keys scroll the page unless a row has the focus.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    moveFocus(event.key === 'ArrowDown' ? 1 : -1);
  };
  return (
    <ul ref={listRef} aria-label="Applications" className="-mx-3 border-t border-rule">
      {applications.map((application, index) => (
        <ApplicationRow
          key={application.id}
          application={application}
          now={now}
          onKeyDown={onKeyDown}
          onOpen={() => onOpen(index)}
        />
      ))}
    </ul>
  );
}

type ApplicationRowProps = {
  application: AnyApplication;
  now: string;
  onKeyDown: (event: KeyboardEvent) => void;
  onOpen: () => void;
};

function ApplicationRow({ application, now, onKeyDown, onOpen }: ApplicationRowProps) {
  const { id, fullName, email, status, submittedAt, answerBy } = application;
  return (
    <li className="relative grid gap-1 border-b border-rule px-3 py-4 hover:bg-sunk/60 md:grid-cols-[1fr_auto] md:gap-8">
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <button
            type="button"
            id={rowId(id)}
            aria-haspopup="dialog"
            onClick={onOpen}
            onKeyDown={onKeyDown}
            className="cursor-pointer text-left font-display text-xl after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brass"
          >
            <bdi>{fullName}</bdi>
          </button>
          <StatusBadge status={status} />
        </p>
        <p dir="auto">{isHostApplication(application) ? application.address : application.city}</p>
        <p className="text-small text-quiet">{email}</p>
      </div>
      <div className="flex flex-wrap gap-x-4 text-small md:flex-col md:items-end">
        <span className="text-quiet">Submitted {agoLabel(submittedAt, now)}</span>
        {status === 'pending' && (
          <span
            className={
              isOverdue(answerBy, now) ? 'font-semibold text-bad' : 'font-semibold text-pending'
            }
          >
            {answerLabel(answerBy, now)}
          </span>
        )}
      </div>
    </li>
  );
}
