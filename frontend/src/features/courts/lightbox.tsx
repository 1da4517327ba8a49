import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';

/** A shorter movement of the finger is a tap. */
const SWIPE_PX = 40;

type LightboxProps = {
  name: string;
  photos: readonly string[];
  initialIndex: number;
  onClose: () => void;
};

/** The photos at full size. Arrow keys, swipes, and buttons step through them. */
export function Lightbox({ name, photos, initialIndex, onClose }: LightboxProps) {
  const [index, setIndex] = useState(initialIndex);
  const swipeStartRef = useRef<number>(undefined);
  const step = (distance: 1 | -1) =>
    setIndex((previous) => (previous + distance + photos.length) % photos.length);
  const stepByKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') step(-1);
    if (key === 'ArrowRight') step(1);
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => stepByKey(event);
    // In the capture phase, because the dialog stops the propagation of arrow keys.
    addEventListener('keydown', onKeyDown, true);
    return () => removeEventListener('keydown', onKeyDown, true);
  }, []);
  const endSwipe = (endX: number) => {
    const distance = endX - (swipeStartRef.current ?? endX);
    swipeStartRef.current = undefined;
    if (Math.abs(distance) >= SWIPE_PX) step(distance < 0 ? 1 : -1);
  };
  return (
    <Dialog open onClose={onClose} title={name} className="sm:max-w-[min(72rem,94vw)]!">
      <img
        // Otherwise, browsers show the previous photo until this one has loaded.
        key={photos[index]}
        src={photos[index]}
        alt={`${name}, ${index + 1} of ${photos.length}`}
        draggable={false}
        // Two fingers zoom.
        onTouchStart={({ touches }) => {
          swipeStartRef.current = touches.length > 1 ? undefined : touches[0]?.clientX;
        }}
        onTouchEnd={({ changedTouches }) => endSwipe(changedTouches[0]!.clientX)}
        className="max-h-[70dvh] min-h-60 w-full [touch-action:pan-y_pinch-zoom] bg-sunk object-contain"
      />
      {photos.length > 1 && (
        <div className="mt-4 flex items-center justify-between">
          <Button
            variant="outline"
            size="icon"
            aria-label="Previous photo"
            onClick={() => step(-1)}
          >
            <ChevronLeft size={19} strokeWidth={1.6} aria-hidden />
          </Button>
          <p role="status" className="figures text-quiet">
            {index + 1} of {photos.length}
          </p>
          <Button variant="outline" size="icon" aria-label="Next photo" onClick={() => step(1)}>
            <ChevronRight size={19} strokeWidth={1.6} aria-hidden />
          </Button>
        </div>
      )}
    </Dialog>
  );
}
