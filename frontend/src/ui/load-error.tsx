import { Button } from './button';

type LoadErrorProps = {
  /** What could not be loaded, such as `bookings`. */
  label: string;
  onRetry: () => unknown;
  busy?: boolean;
  className?: string;
};

/** An error next to content that could be loaded, with a retry. */
export function LoadError({ label, onRetry, busy = false, className = 'mt-8' }: LoadErrorProps) {
  return (
    <div role="alert" className={className}>
      <p className="font-semibold">Unable to load {label}</p>
      <Button variant="outline" className="mt-3" busy={busy} onClick={() => void onRetry()}>
        Try Again
      </Button>
    </div>
  );
}

type ReadQuery = {
  data: unknown;
  isFetching: boolean;
  errorUpdateCount: number;
  refetch: () => unknown;
};
type LoadErrorsProps = Omit<LoadErrorProps, 'onRetry' | 'busy'> & { queries: readonly ReadQuery[] };

/**
 * One error for the queries that failed, if any, next to content that doesn't need their data. It
 * stays during a retry, so that its button keeps the focus.
 */
export function LoadErrors({ queries, ...props }: LoadErrorsProps) {
  const failedQueries = queries.filter(
    ({ data, errorUpdateCount }) => data === undefined && errorUpdateCount > 0,
  );
  if (failedQueries.length === 0) return null;
  return (
    <LoadError
      {...props}
      busy={failedQueries.some(({ isFetching }) => isFetching)}
      onRetry={() => failedQueries.forEach((query) => query.refetch())}
    />
  );
}
