import { Skeleton } from '../../ui/skeleton';
import { CourtsLoading } from './courts-loading';
import { CourtsHeading } from './courts-heading';

export function CourtsSkeleton({ photo }: { photo?: string }) {
  return (
    <section className="page pt-5 md:pt-10">
      <CourtsHeading />
      <Skeleton className="mt-4 h-13 md:mt-6 lg:h-18" />
      <CourtsLoading {...(photo && { photo })} />
    </section>
  );
}
