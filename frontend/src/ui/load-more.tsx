import type { PagedQuery } from '../lib/cursor-paging';
import { Button } from './button';

type LoadMoreProps = {
  query: Pick<
    PagedQuery<unknown>,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >;
  /** The items as the button names them: `Load more bookings`. */
  itemLabel: string;
};

/** Loads the next page of a list, or again after an error. Hidden on the last page. */
export function LoadMore({
  query: { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage },
  itemLabel,
}: LoadMoreProps) {
  if (!hasNextPage) return null;
  return (
    <div className="mt-8">
      <p role="alert" className="mb-3 font-semibold empty:hidden">
        {isFetchNextPageError && !isFetchingNextPage && `Unable to load more ${itemLabel}`}
      </p>
      <Button variant="outline" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        Load more {itemLabel}
      </Button>
    </div>
  );
}
