import type { ReactNode } from 'react';
import { Button } from './button';
import { EmptyState } from './empty-state';
import { Loading, Skeleton } from './skeleton';

type PanelQuery<T> = { data: T | undefined; isPending: boolean; refetch: () => unknown };
type QueryPanelProps<T> = { query: PanelQuery<T>; label: string; children: (data: T) => ReactNode };

/** Renders the data of a query, a skeleton while it loads, or an error with a retry. */
export function QueryPanel<T>({ query, label, children }: QueryPanelProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending)
    return (
      <Loading label={`Loading ${label}`}>
        <Skeleton className="h-24" />
        <Skeleton className="mt-4 h-24" />
      </Loading>
    );
  return (
    <div role="alert">
      <EmptyState
        title={`Unable to load ${label}`}
        action={<Button onClick={() => void query.refetch()}>Try Again</Button>}
      />
    </div>
  );
}
