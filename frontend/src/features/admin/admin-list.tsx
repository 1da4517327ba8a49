import type { ReactElement } from 'react';
import type { LoadedPages, PagedQuery } from '../../lib/cursor-paging';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';

type Props<T> = {
  query: PagedQuery<LoadedPages<T>>;
  label: string;
  /** Names the items in the button: `Load more reviews`. */
  of: string;
  empty: ReactElement;
  row: (item: T) => ReactElement;
};

export function DeskList<T>({ query, label, of, empty, row }: Props<T>) {
  return (
    <>
      <QueryPanel query={query} label={label.toLowerCase()}>
        {({ items }) =>
          items.length === 0 ? (
            empty
          ) : (
            <ul aria-label={label} className="border-t border-rule">
              {items.map(row)}
            </ul>
          )
        }
      </QueryPanel>
      <LoadMore query={query} of={of} />
    </>
  );
}
