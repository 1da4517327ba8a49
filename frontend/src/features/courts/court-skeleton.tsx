import { cx } from 'class-variance-authority';
import { photoSrcSet, photoWidths } from '@courtly/contracts/photo-sizes';
import { Loading, Skeleton } from '../../ui/skeleton';
import { CourtDescription } from './court-description';
import { CourtName } from './court-name';

export const pictureClass = 'h-[clamp(13rem,25vw,23rem)]! w-full rounded-none!';

/**
 * Text has the same position and size as on the loaded page. The prerendered skeleton can therefore
 * provide the largest contentful paint before any script runs.
 */
export function CourtSkeleton({
  name,
  description,
  photo,
}: {
  name?: string;
  description?: string;
  photo?: string;
}) {
  return (
    <section className="min-h-dvh wrap-anywhere">
      {photo ? (
        <img
          src={photo}
          srcSet={photoSrcSet(photo)}
          sizes={photoWidths.head}
          alt=""
          fetchPriority="high"
          className={cx('object-cover', pictureClass)}
        />
      ) : (
        <Skeleton className={pictureClass} />
      )}
      <div className="page grid gap-x-16 gap-y-10 pt-8 lg:grid-cols-[1fr_25rem] lg:pt-12">
        <div className="grid min-w-0 content-start gap-8">
          <div>
            <Skeleton className="h-11 w-40" />
            {name && <CourtName>{name}</CourtName>}
            <Skeleton className="mt-4 h-7 max-w-xs" />
          </div>
          <Skeleton className="h-12 max-w-sm" />
          {description && <CourtDescription>{description}</CourtDescription>}
        </div>
        <Loading label="Loading the court">
          <Skeleton className="h-96" />
        </Loading>
      </div>
    </section>
  );
}
