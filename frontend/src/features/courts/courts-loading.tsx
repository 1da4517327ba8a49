import { Skeleton } from '../../ui/skeleton';
import { CardPicture } from './card-picture';
import { CourtsHeading } from './courts-heading';

export const gridClass = 'mt-3 grid gap-x-8 gap-y-14 sm:grid-cols-2 lg:mt-6 lg:grid-cols-3';

/** Shows the first court's photo, if known, in the place of its card. */
export function CourtsLoading({ photo }: { photo?: string }) {
  return (
    <div role="status">
      <p className="mt-3 min-h-11 content-center text-quiet lg:mt-5">Loading exclusive courts...</p>
      <div className="lg:grid lg:grid-cols-[3fr_2fr] lg:gap-8">
        <div className={`${gridClass} lg:grid-cols-2!`}>
          {photo ? (
            <div className="h-96">
              <CardPicture
                court={{ id: '', surfaceType: 'other', photos: [photo], sports: [] }}
                isFirst
              />
            </div>
          ) : (
            <Skeleton className="h-96" />
          )}
          <Skeleton className="h-96" />
          <Skeleton className="h-96" />
        </div>
        <Skeleton className="mt-6 hidden h-[calc(100dvh-9rem)] lg:block" />
      </div>
    </div>
  );
}

/** The prerendered page of courts. */
export function CourtsSkeleton({ photo }: { photo?: string }) {
  return (
    <section className="page pt-5 md:pt-10">
      <CourtsHeading />
      <Skeleton className="mt-4 h-16 rounded-full! md:mt-6" />
      <CourtsLoading {...(photo && { photo })} />
    </section>
  );
}
