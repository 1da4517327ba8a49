import type { Court } from '@courtly/contracts/courts';
import { Star } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { Badge } from '../../ui/badge';
import { CourtImage } from '../../ui/court-image';
import { Rate } from '../../ui/price';
import { ratingText, surfaceName } from './court-words';

/** One court of the list. The whole card leads to it; its link is the name. */
export function CourtCard({ court }: { court: Court }) {
  return (
    <article className="group relative flex h-full flex-col">
      <div className="overflow-hidden rounded-md">
        <CourtImage
          {...court}
          photo={court.photos[0]}
          sport={court.sports[0]}
          className="aspect-4/3 w-full transition-transform duration-500 ease-quiet group-hover:scale-[1.02]"
        />
      </div>
      <div className="mt-4 flex items-center justify-between gap-3">
        <Badge tone="brass">{surfaceName(court.surfaceType)}</Badge>
        <span className="figures flex items-center gap-1.5 text-[0.9375rem] text-quiet">
          <Star size={15} strokeWidth={1.6} aria-hidden className="text-brass" />
          {ratingText(court.rating)}
        </span>
      </div>
      <h2 className="mt-3 font-display text-2xl leading-tight">
        <Link to={paths.court(court.id)} className="after:absolute after:inset-0">
          {court.name}
        </Link>
      </h2>
      <p className="mt-1 flex flex-wrap justify-between gap-x-4 text-quiet">
        <span>{court.location}</span>
        <Rate amount={court.hourlyRate} className="text-ink" />
      </p>
      {court.description && <p className="mt-3 line-clamp-2">{court.description}</p>}
      {court.amenities.length > 0 && (
        <p className="mt-3 text-[0.9375rem] text-quiet">{court.amenities.slice(0, 4).join(' · ')}</p>
      )}
      <p
        aria-hidden
        className="mt-auto pt-4 text-court underline decoration-brass-line underline-offset-6 group-hover:decoration-ink"
      >
        Reserve Your Court
      </p>
    </article>
  );
}
