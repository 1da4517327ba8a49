import { cn } from '../../lib/cn';
import { Loading, Skeleton } from '../../ui/skeleton';
import { CourtName } from './court-name';
import { pictureClass } from './picture-class';

/** The page of a court that is on its way, with its name and its first photo where they are known. */
export function CourtSkeleton({ name, photo }: { name?: string; photo?: string }) {
  return (
    <section className="min-h-dvh">
      {photo ? (
        <img src={photo} alt="" fetchPriority="high" className={cn('object-cover', pictureClass)} />
      ) : (
        <Skeleton className={pictureClass} />
      )}
      <div className="page pt-8 lg:pt-12">
        <Skeleton className="h-11 w-40" />
        {name && <CourtName>{name}</CourtName>}
        <Loading label="Loading the court">
          <Skeleton className="mt-4 h-12 max-w-xl" />
          <Skeleton className="mt-8 h-40 max-w-xl" />
        </Loading>
      </div>
    </section>
  );
}
