import type { ReactNode } from 'react';
import { Button } from './button';
import { EmptyState } from './empty-state';
import { hasFailed, type ReadQuery } from './load-error';
import { Loading, Skeleton } from './skeleton';

type PanelQuery<T> = ReadQuery & { data: T | undefined };
type QueryPanelProps<T> = { query: PanelQuery<T>; label: string; children: (data: T) => ReactNode };

/**
 * Renders the data of a query, a skeleton while it loads, or an error with a retry. The error stays
 * during the retry, so that its button keeps the focus.
 */
export function QueryPanel<T>({ query, label, children }: QueryPanelProps<T>) {
  if (hasFailed(query))
    return (
      <EmptyState
        title={
          <span key={query.errorUpdateCount} role="alert">
            Unable to load {label}
          </span>
        }
        action={
          <Button busy={query.isFetching} onClick={() => void query.refetch()}>
            Try Again
          </Button>
        }
      />
    );
  if (query.data !== undefined) return children(query.data);
  return (
    <Loading label={`Loading ${label}`}>
      <Skeleton className="h-24" />
      <Skeleton className="mt-4 h-24" />
    </Loading>
  );
}
