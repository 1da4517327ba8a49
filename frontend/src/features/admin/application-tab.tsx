import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AnyApplication,
  type ApplicationKind,
  applicationsQuery,
} from '../../resources/admin/application-queries';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { ApplicationFilterBar, filtersIn } from './application-filters';
import { ApplicationRows } from './application-rows';
import { rowToFocus } from './row-focus';
import { KeyHints } from './key-hints';
import { ApplicationDialog } from './lazy-application-dialog';

type Props = {
  kind: ApplicationKind;
  search: URLSearchParams;
  onChange: (changes: Record<string, string>) => void;
};

/** The index locates neighbors after a decided application has left the list. */
type Opened = { application: AnyApplication; index: number } | null;

export function ApplicationTab({ kind, search, onChange }: Props) {
  const query = useInfiniteQuery({
    ...applicationsQuery(kind, filtersIn(search)),
    placeholderData: keepPreviousData,
  });
  const [opened, setOpened] = useState<Opened>(null);
  const items = query.data?.items ?? [];
  const open = (index: number) => {
    const application = items[index];
    if (!application) return;
    setOpened({ application, index });
    if (index === items.length - 1 && query.hasNextPage) void query.fetchNextPage();
  };
  const found = items.findIndex(({ id }) => id === opened?.application.id);
  const before = (found < 0 ? (opened?.index ?? 0) : found) - 1;
  const after = found < 0 ? (opened?.index ?? 0) : found + 1;
  const shown = items[found] ?? opened?.application;
  return (
    <>
      <ApplicationFilterBar search={search} onChange={onChange} />
      <KeyHints />
      <QueryPanel query={query} label="applications">
        {() =>
          items.length === 0 ? (
            <EmptyState title="No applications">No applications match these filters.</EmptyState>
          ) : (
            <ApplicationRows applications={items} isActive={opened === null} onOpen={open} />
          )
        }
      </QueryPanel>
      <LoadMore query={query} of="applications" />
      {shown && (
        <ApplicationDialog
          key={shown.id}
          application={shown}
          onClose={() => setOpened(null)}
          onPrevious={items[before] && (() => open(before))}
          onNext={items[after] && (() => open(after))}
          finalFocus={(isDecided) =>
            rowToFocus(isDecided ? (items[after] ?? items[before])?.id : shown.id)
          }
        />
      )}
    </>
  );
}
