import type { Court } from '@courtly/contracts/courts';
import { useState } from 'react';
import { CourtImage } from '../../resources/court/court-image';
import { smallPhoto } from '@courtly/contracts/photo-sizes';
import { lazyDialog } from '../../ui/lazy-dialog';
import { pictureClass } from './court-skeleton';

const Lightbox = lazyDialog(async () => (await import('./lightbox')).Lightbox);

export function Gallery({ court: { id, name, surfaceType, sports, photos } }: { court: Court }) {
  const [selectedPhoto, setSelectedPhoto] = useState(photos[0]);
  const currentPhoto = photos.find((photoUrl) => photoUrl === selectedPhoto) ?? photos[0];
  const [isLightboxOpen, setLightboxOpen] = useState(false);
  return (
    <>
      <div className="relative">
        <CourtImage
          id={id}
          surfaceType={surfaceType}
          photo={currentPhoto}
          sports={sports}
          wide
          priority
          label={`The court ${name}`}
          className={pictureClass}
        />
        {photos.length > 0 && (
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={
              photos.length === 1
                ? 'View the photo in full'
                : `View all ${photos.length} photos in full`
            }
            onClick={() => setLightboxOpen(true)}
            className="absolute inset-0 cursor-zoom-in -outline-offset-4"
          />
        )}
      </div>
      {isLightboxOpen && (
        <Lightbox
          name={name}
          photos={photos}
          initialIndex={photos.indexOf(currentPhoto!)}
          onClose={() => setLightboxOpen(false)}
        />
      )}
      {photos.length > 1 && (
        <ul aria-label="Photos" className="page mt-3 flex gap-3 overflow-x-auto py-1">
          {photos.map((photoUrl, index) => (
            <li key={photoUrl} className="shrink-0">
              <button
                type="button"
                aria-pressed={photoUrl === currentPhoto}
                aria-label={`Photo ${index + 1} of ${photos.length}`}
                onClick={() => setSelectedPhoto(photoUrl)}
                className="block cursor-pointer rounded-sm border-2 border-transparent aria-pressed:border-brass-line"
              >
                <img
                  src={smallPhoto(photoUrl)}
                  alt=""
                  loading="lazy"
                  className="h-16 w-24 bg-sunk object-cover"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
