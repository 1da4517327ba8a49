import { MOST_PHOTOS } from '@courtly/contracts/court-limits';
import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { cx } from 'class-variance-authority';
import { Badge } from '../../../ui/badge';
import { PhotoPicker } from '../../../ui/photo-picker';
import { Skeleton } from '../../../ui/skeleton';
import type { Photos } from './use-photos';

const toolClass =
  'grid size-11 cursor-pointer place-items-center text-quiet hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-40';

/** The photos of a court in order. The first one is the cover. */
export function PhotoList({ photos: photoState }: { photos: Photos }) {
  const {
    photos,
    problem,
    preparing,
    add: addPhotos,
    remove: removePhoto,
    move: movePhoto,
    addButton,
  } = photoState;
  const listRoot = useRef<HTMLDivElement>(null);
  const [announcement, announce] = useState('');
  const isFull = photos.length >= MOST_PHOTOS;

  const runAndFocus = (action: () => void, focusLabel: string) => {
    flushSync(action);
    const focusTarget = listRoot.current?.querySelector<HTMLElement>(
      `[aria-label="${focusLabel}"]`,
    );
    (focusTarget ?? addButton.current)?.focus();
  };
  const movePhotoBy = (index: number, stepDirection: 1 | -1) => {
    const position = index + stepDirection + 1;
    if (position < 1 || position > photos.length) return;
    runAndFocus(
      () => {
        movePhoto(index, stepDirection);
        announce(`Photo ${index + 1} is now photo ${position} of ${photos.length}`);
      },
      `Move photo ${position} ${stepDirection < 0 ? 'forward' : 'back'}`,
    );
  };
  const removePhotoAt = (index: number) =>
    runAndFocus(
      () => {
        removePhoto(index);
        announce(`Photo ${index + 1} removed`);
      },
      `Remove photo ${Math.min(index + 1, photos.length - 1)}`,
    );

  return (
    <div ref={listRoot}>
      <PhotoPicker
        label="Add Photos"
        inputLabel="Photos to add"
        hint={
          <>
            <span className="figures">
              {photos.length} of {MOST_PHOTOS}
            </span>
            . JPEG, PNG, or WebP; large files are resized automatically.
          </>
        }
        problem={problem}
        multiple
        disabled={isFull}
        empty={photos.length === 0}
        buttonRef={addButton}
        onPick={(pickedFiles) => void addPhotos(pickedFiles)}
      >
        {photos.length > 0 && (
          <ol aria-label="Photos" className="mb-5 grid grid-cols-2 gap-4 @2xl:grid-cols-3">
            {photos.map(({ url }, index) => (
              <li key={url} className={cx('relative', index === 0 && 'col-span-2 @2xl:row-span-2')}>
                <img
                  src={url}
                  alt={`Number ${index + 1}`}
                  className={cx(
                    'w-full rounded-md bg-sunk object-cover',
                    index === 0 ? 'aspect-3/2' : 'aspect-4/3',
                  )}
                />
                {index === 0 && <Badge className="absolute top-3 left-3">Cover</Badge>}
                <div className="flex justify-end">
                  <button
                    type="button"
                    className={toolClass}
                    aria-label={`Move photo ${index + 1} forward`}
                    aria-disabled={index === 0}
                    onClick={() => movePhotoBy(index, -1)}
                  >
                    <ArrowLeft size={18} strokeWidth={1.6} aria-hidden />
                  </button>
                  <button
                    type="button"
                    className={toolClass}
                    aria-label={`Move photo ${index + 1} back`}
                    aria-disabled={index === photos.length - 1}
                    onClick={() => movePhotoBy(index, 1)}
                  >
                    <ArrowRight size={18} strokeWidth={1.6} aria-hidden />
                  </button>
                  <button
                    type="button"
                    className={toolClass}
                    aria-label={`Remove photo ${index + 1}`}
                    onClick={() => removePhotoAt(index)}
                  >
                    <X size={18} strokeWidth={1.6} aria-hidden />
                  </button>
                </div>
              </li>
            ))}
          </ol>
        )}
        {preparing && <Skeleton className="mb-5 h-24" />}
      </PhotoPicker>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}
