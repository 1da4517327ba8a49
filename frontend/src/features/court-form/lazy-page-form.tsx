import { LoadFailed, lazyComponent } from '../../ui/lazy-component';
import { Loading, Skeleton } from '../../ui/skeleton';

/** A separate chunk, because the form is larger than the page around it. */
export const LazyPageForm = lazyComponent(async () => (await import('./page-form')).PageForm, {
  fallback: (
    <Loading label="Loading the form">
      <Skeleton className="h-[46rem]" />
    </Loading>
  ),
  renderError: (retryImport) => <LoadFailed subject="The form" onRetry={retryImport} />,
});
