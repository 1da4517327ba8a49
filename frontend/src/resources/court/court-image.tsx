import { useState } from 'react';
import { cn } from '../../lib/cn';
import { CourtDrawing } from './court-drawing';
import type { Sport } from './drawing/markings';
import { photoSrcSet, photoWidths } from '@courtly/contracts/photo-sizes';

type Props = {
  id: string;
  surfaceType: string;
  photo: string | null | undefined;
  sport?: Sport | undefined;
  /** For the picture that heads a page: at least twice as wide as high. */
  wide?: boolean;
  /** Whether it is seen as soon as the page stands, and fetched before others. */
  priority?: boolean;
  /** What the photo shows, where no name stands beside it; else it is decoration. */
  label?: string;
  className?: string;
};

const drawn = ['clay', 'hard', 'grass'] as const;

/** The court's photo, or its drawing where there is none or it does not load; as wide as its box. */
export function CourtImage({
  id,
  surfaceType,
  photo,
  sport = 'tennis',
  wide = false,
  priority = false,
  label = '',
  className,
}: Props) {
  const [lost, setLost] = useState<string>();
  const look = cn('h-auto w-full rounded-sm', className);
  if (photo && photo !== lost)
    return (
      <img
        src={photo}
        srcSet={photoSrcSet(photo)}
        sizes={photoWidths[wide ? 'head' : 'card']}
        alt={label}
        decoding="async"
        {...(priority ? { fetchPriority: 'high' } : { loading: 'lazy' })}
        onError={() => setLost(photo)}
        className={cn('bg-sunk object-cover', look)}
      />
    );
  return (
    <CourtDrawing
      surface={drawn.find((known) => known === surfaceType) ?? 'other'}
      sport={sport}
      seed={id}
      wide={wide}
      {...(wide && { view: 'perspective' })}
      className={look}
    />
  );
}
