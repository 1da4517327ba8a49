import type { ReactElement } from 'react';
import type { LoadedPages, PagedQuery } from '../../lib/cursor-paging';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';

type AdminListProps<T> = {
  query: PagedQuery<LoadedPages<T>>;
  label: string;
  /** The items as the button names them: `Load more reviews`. */
  itemsLabel: string;
  emptyState: ReactElement;
  renderRow: (listItem: T) => ReactElement;
};

export function AdminList<T>({
  query,
  label,
  itemsLabel,
  emptyState,
  renderRow,
}: AdminListProps<T>) {
  return (
    <>
      <QueryPanel query={query} label={label.toLowerCase()}>
        {({ items }) =>
          items.length === 0 ? (
            emptyState
          ) : (
            <ul aria-label={label} className="border-t border-rule">
              {items.map(renderRow)}
            </ul>
          )
        }
      </QueryPanel>
      <LoadMore query={query} itemLabel={itemsLabel} />
    </>
  );
}
