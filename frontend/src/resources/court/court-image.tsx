import { useState } from 'react';
import { cx } from 'class-variance-authority';
import { CourtDrawing } from './court-drawing';
import type { Sport } from './drawing/markings';
import { photoSrcSet, photoWidths } from '@courtly/contracts/photo-sizes';

type CourtImageProps = {
  id: string;
  surfaceType: string;
  photo: string | null | undefined;
  /** The first one decides about the lines of a drawing, so that a court has one picture. */
  sports?: readonly Sport[] | undefined;
  /** For page headers, which are at least twice as wide as they are high. */
  wide?: boolean;
  /** Loads the image first because it is visible immediately. */
  priority?: boolean;
  /** The alt text. Empty if the name appears next to the image. */
  label?: string;
  className?: string;
};

const drawnSurfaces = ['clay', 'hard', 'grass'] as const;

/** The court's photo. If there is none, or if it fails to load, a drawing. */
export function CourtImage({
  id,
  surfaceType,
  photo,
  sports: [sport = 'tennis'] = [],
  wide = false,
  priority = false,
  label = '',
  className,
}: CourtImageProps) {
  const [failedPhoto, setFailedPhoto] = useState<string>();
  const imageClass = cx('h-auto w-full rounded-sm', className);
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
        className={cx('bg-sunk object-cover', imageClass)}
      />
    );
  return (
    <CourtDrawing
      surface={drawnSurfaces.find((drawnSurface) => drawnSurface === surfaceType) ?? 'other'}
      sport={sport}
      seed={id}
      wide={wide}
      className={imageClass}
    />
  );
}
