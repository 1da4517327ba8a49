import type { ApplicationKind } from '@courtly/contracts/applications';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AnyApplication, applicationsQuery } from '../../resources/admin/application-queries';
import { EmptyState } from '../../ui/empty-state';
import { lazyDialog } from '../../ui/lazy-dialog';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { ApplicationFilterBar, parseApplicationFilters } from './application-filters';
import { ApplicationRows } from './application-rows';
import { rowToFocus } from './row-focus';
import { KeyHints } from './key-hints';

const ApplicationDialog = lazyDialog(
  async () => (await import('./application-dialog')).ApplicationDialog,
);

type ApplicationTabProps = {
  kind: ApplicationKind;
  searchParams: URLSearchParams;
  onChange: (changes: Record<string, string>) => void;
};

/** The index locates the neighbors of a decided application that has left the list. */
type OpenApplication = { application: AnyApplication; index: number } | null;

export function ApplicationTab({ kind, searchParams, onChange }: ApplicationTabProps) {
  const applicationPages = useInfiniteQuery({
    ...applicationsQuery(kind, parseApplicationFilters(searchParams)),
    placeholderData: keepPreviousData,
  });
  const [openApplication, setOpenApplication] = useState<OpenApplication>(null);
  const applications = applicationPages.data?.items ?? [];
  const openByIndex = (index: number) => {
    const application = applications[index];
    if (!application) return;
    setOpenApplication({ application, index });
    if (index === applications.length - 1 && applicationPages.hasNextPage)
      void applicationPages.fetchNextPage();
  };
  const currentIndex = applications.findIndex(({ id }) => id === openApplication?.application.id);
  const previousIndex = (currentIndex < 0 ? (openApplication?.index ?? 0) : currentIndex) - 1;
  const nextIndex = currentIndex < 0 ? (openApplication?.index ?? 0) : currentIndex + 1;
  const currentApplication = applications[currentIndex] ?? openApplication?.application;
  return (
    <>
      <ApplicationFilterBar searchParams={searchParams} onChange={onChange} />
      <KeyHints />
      <QueryPanel query={applicationPages} label="applications">
        {() =>
          applications.length === 0 ? (
            <EmptyState title="No applications">No applications match these filters.</EmptyState>
          ) : (
            <ApplicationRows
              applications={applications}
              isActive={openApplication === null}
              onOpen={openByIndex}
            />
          )
        }
      </QueryPanel>
      <LoadMore query={applicationPages} itemLabel="applications" />
      {currentApplication && (
        <ApplicationDialog
          key={currentApplication.id}
          application={currentApplication}
          onClose={() => setOpenApplication(null)}
          onPrevious={applications[previousIndex] && (() => openByIndex(previousIndex))}
          onNext={applications[nextIndex] && (() => openByIndex(nextIndex))}
          finalFocus={(isDecided) =>
            rowToFocus(
              isDecided
                ? (applications[nextIndex] ?? applications[previousIndex])?.id
                : currentApplication.id,
            )
          }
        />
      )}
    </>
  );
}
