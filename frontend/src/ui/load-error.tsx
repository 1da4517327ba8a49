import { Button } from './button';

type LoadErrorProps = {
  /** What could not be loaded, such as `bookings`. */
  label: string;
  onRetry: () => unknown;
  className?: string;
};

/** An error next to content that could be loaded, with a retry. */
export function LoadError({ label, onRetry, className = 'mt-8' }: LoadErrorProps) {
  return (
    <div role="alert" className={className}>
      <p className="font-semibold">Unable to load {label}</p>
      <Button variant="outline" className="mt-3" onClick={() => void onRetry()}>
        Try Again
      </Button>
    </div>
  );
}

type ReadQuery = { data: unknown; isPending: boolean; refetch: () => unknown };
type LoadErrorsProps = Omit<LoadErrorProps, 'onRetry'> & { queries: readonly ReadQuery[] };

/** One error for the queries that failed, if any, next to content that is shown without them. */
export function LoadErrors({ queries, ...props }: LoadErrorsProps) {
  const failedQueries = queries.filter(({ data, isPending }) => data === undefined && !isPending);
  if (failedQueries.length === 0) return null;
  return <LoadError {...props} onRetry={() => failedQueries.forEach((query) => query.refetch())} />;
}
