import { Button } from './button';

type LoadMoreProps = {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** The items as the button names them: `Load more bookings`. */
  itemLabel: string;
};

/** Loads the next page of a list. Hidden on the last page. */
export function LoadMore({
  query: { hasNextPage, isFetchingNextPage, fetchNextPage },
  itemLabel,
}: LoadMoreProps) {
  if (!hasNextPage) return null;
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
