import { useDeferredValue } from 'react';
import { LoadFailed, lazyComponent } from '../../ui/lazy-component';
import { Skeleton } from '../../ui/skeleton';

const placeholder = <Skeleton className="h-16 rounded-full!" />;

/** Loads after the page, whose first view has a size budget. */
const HomeSearch = lazyComponent(async () => (await import('./home-search')).HomeSearch, {
  fallback: placeholder,
  renderError: (onRetry) => <LoadFailed subject="The search" onRetry={onRetry} />,
});

/** A placeholder in the prerendered page, because Suspense there needs inline scripts. */
export function LazyHomeSearch() {
  const isRendered = useDeferredValue(true, false);
  return isRendered ? <HomeSearch /> : placeholder;
}
