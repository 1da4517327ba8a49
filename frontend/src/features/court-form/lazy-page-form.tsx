import { type ComponentProps, Suspense, lazy } from 'react';
import { Loading, Skeleton } from '../../ui/skeleton';

const Form = lazy(async () => ({ default: (await import('./page-form')).PageForm }));

/** The court form in a file of its own, since it weighs more than the page around it. */
export function LazyPageForm(props: ComponentProps<typeof Form>) {
  return (
    <Suspense
      fallback={
        <Loading label="Loading the form">
          <Skeleton className="h-[46rem]" />
        </Loading>
      }
    >
      <Form {...props} />
    </Suspense>
  );
}
