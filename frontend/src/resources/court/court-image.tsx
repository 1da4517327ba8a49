import { useState } from 'react';
import { cn } from '../../lib/cn';
import { CourtDrawing } from './court-drawing';
import type { Sport } from './drawing/markings';
import { photoSrcSet, photoWidths } from '@courtly/contracts/photo-sizes';

type CourtImageProps = {
  id: string;
  surfaceType: string;
  photo: string | null | undefined;
  sport?: Sport | undefined;
  /** For page headers: at least twice as wide as high. */
  wide?: boolean;
  /** The image is visible immediately and should load first. */
  priority?: boolean;
  /** Alt text; empty if the name appears next to the image. */
  label?: string;
  className?: string;
};

const drawnSurfaces = ['clay', 'hard', 'grass'] as const;

/** The court's photo, or a drawing if there is none or it fails to load. */
export function CourtImage({
  id,
  surfaceType,
  photo,
  sport = 'tennis',
  wide = false,
  priority = false,
  label = '',
  className,
}: CourtImageProps) {
  const [failedPhoto, setFailedPhoto] = useState<string>();
  const imageClass = cn('h-auto w-full rounded-sm', className);
  if (photo && photo !== failedPhoto)
    return (
      <img
        src={photo}
        srcSet={photoSrcSet(photo)}
        sizes={photoWidths[wide ? 'head' : 'card']}
        alt={label}
        decoding="async"
        {...(priority ? { fetchPriority: 'high' } : { loading: 'lazy' })}
        onError={() => setFailedPhoto(photo)}
        className={cn('bg-sunk object-cover', imageClass)}
      />
    );
  return (
    <CourtDrawing
      surface={drawnSurfaces.find((drawnSurface) => drawnSurface === surfaceType) ?? 'other'}
      sport={sport}
      seed={id}
      wide={wide}
      {...(wide && { view: 'perspective' })}
      className={imageClass}
    />
  );
}
