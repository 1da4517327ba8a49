import { Button } from './button';

type Props = {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** What comes: `Load more bookings`. */
  of: string;
};

/** Brings the next page of a list, while there is one. */
export function LoadMore({ query: { hasNextPage, isFetchingNextPage, fetchNextPage }, of }: Props) {
  if (!hasNextPage) return null;
  return (
    <Button
      variant="outline"
      className="mt-8"
      disabled={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      Load more {of}
    </Button>
  );
}
