import { cx } from 'class-variance-authority';
import { CourtImage } from '../../resources/court/court-image';
import type { FoundCourt } from '../../resources/court/search-query';

type CardPictureProps = {
  court: Pick<FoundCourt, 'id' | 'surfaceType' | 'photos' | 'sports'>;
  /** The first card's photo loads with high priority. */
  isFirst: boolean;
  className?: string;
};

export function CardPicture({
  court: { id, surfaceType, photos, sports },
  isFirst,
  className,
}: CardPictureProps) {
  return (
    <div className={cx('overflow-hidden rounded-md', className)}>
      <CourtImage
        id={id}
        surfaceType={surfaceType}
        photo={photos[0]}
        sports={sports}
        priority={isFirst}
        className="aspect-3/2 transition-transform duration-500 ease-quiet group-hover:scale-[1.02]"
      />
    </div>
  );
}
