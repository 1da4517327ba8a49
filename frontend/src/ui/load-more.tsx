import type { PagedQuery } from '../lib/cursor-paging';
import { Button } from './button';
import { LoadError } from './load-error';

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
  if (isFetchNextPageError && !isFetchingNextPage)
    return <LoadError label={`more ${itemLabel}`} onRetry={fetchNextPage} />;
  return (
    <Button
      variant="outline"
      className="mt-8"
      disabled={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      Load more {itemLabel}
    </Button>
  );
}
