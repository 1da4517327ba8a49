import { useDeferredValue, useId, useRef } from 'react';
import { cn } from '../../lib/cn';
import { useNearView } from '../../lib/use-near-view';
import { Above } from './drawing/above';
import type { Sport } from './drawing/markings';
import { Perspective } from './drawing/perspective';
import { oneOf, randomOf } from './drawing/random';

type Props = {
  surface: 'clay' | 'hard' | 'grass' | 'other';
  sport?: Sport;
  /** The same seed always draws the same picture; use the court id. */
  seed: string;
  /** The seed decides if omitted. */
  view?: 'above' | 'perspective';
  /** For images at least twice as wide as high. */
  wide?: boolean;
  /** Accessible name; without it, the drawing is decorative. */
  label?: string;
  className?: string;
};

/** A drawing for courts without a photo. Fills its box like a photo. */
export function CourtDrawing({
  surface,
  sport = 'tennis',
  seed,
  view,
  wide = false,
  label,
  className,
}: Props) {
  const id = useId();
  const ref = useRef<SVGSVGElement>(null);
  // Render text first and the drawing later, once it is near the viewport, so that long lists stay
  // responsive.
  const drawn = useDeferredValue(useNearView(ref), false);
  const random = randomOf(`${seed}/${surface}/${sport}`);
  const hour = oneOf(random, ['dusk', 'noon', 'morning']);
  const chosen = view ?? oneOf(random, ['perspective', 'above', 'perspective']);
  const size = wide ? { width: 1600, height: 720 } : { width: 800, height: 600 };
  const View = chosen === 'above' ? Above : Perspective;
  return (
    <svg
      ref={ref}
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="xMidYMid slice"
      data-surface={surface}
      data-hour={hour}
      className={cn('court-drawing block h-full w-full', className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {drawn && (
        <View size={size} sport={sport} random={random} id={id} stripes={surface === 'grass'} />
      )}
    </svg>
  );
}
