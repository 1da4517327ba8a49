import { errorMessage, isFinalError } from '../lib/api';
import { Button } from './button';

type LoadErrorProps = {
  /** What could not be loaded, such as `bookings`. */
  label: string;
  /** How often loading failed. Screen readers announce each failure. */
  errorCount: number;
  /** Why the server refused, if it did. */
  reason?: string | undefined;
  busy: boolean;
  onRetry: () => unknown;
  className?: string;
};

/** An error next to content that could be loaded, with a retry. */
export function LoadError({
  label,
  errorCount,
  reason,
  busy,
  onRetry,
  className = 'mt-8',
}: LoadErrorProps) {
  return (
    <div className={className}>
      <p key={errorCount} role="alert" className="font-semibold">
        Unable to load {label}
      </p>
      {reason && <p className="mt-1">{reason}</p>}
      <Button variant="outline" className="mt-3" busy={busy} onClick={() => void onRetry()}>
        Try Again
      </Button>
    </div>
  );
}

export type ReadQuery = {
  data: unknown;
  error: unknown;
  isPlaceholderData?: boolean;
  isFetching: boolean;
  errorUpdateCount: number;
  refetch: () => unknown;
};

/** Whether a query failed and has not loaded since, even while it is retried. */
export const hasFailed = ({ data, isPlaceholderData, errorUpdateCount }: ReadQuery): boolean =>
  errorUpdateCount > 0 && (data === undefined || isPlaceholderData === true);

type LoadErrorsProps = Pick<LoadErrorProps, 'label' | 'className'> & {
  queries: readonly ReadQuery[];
};

/**
 * One error for the queries that failed, if any, next to content that doesn't need their data. It
 * stays during a retry, so that its button keeps the focus.
 */
export function LoadErrors({ queries, ...props }: LoadErrorsProps) {
  const failedQueries = queries.filter(hasFailed);
  if (failedQueries.length === 0) return null;
  const refused = failedQueries.find(({ error }) => isFinalError(error));
  return (
    <LoadError
      {...props}
      errorCount={queries.reduce((sum, { errorUpdateCount }) => sum + errorUpdateCount, 0)}
      reason={refused && errorMessage(refused.error, '')}
      busy={failedQueries.some(({ isFetching }) => isFetching)}
      onRetry={() => failedQueries.forEach((query) => query.refetch())}
    />
  );
}
