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
  /** The same seed draws the same picture; a court's id is a good one. */
  seed: string;
  /** From above like a plan or from a corner like a postcard; else the seed decides. */
  view?: 'above' | 'perspective';
  /** For pictures at least twice as wide as high. */
  wide?: boolean;
  /** What the picture shows, where it is no decoration. */
  label?: string;
  className?: string;
};

/** A drawing of a court, for courts without a photo. It fills its box like a photo would. */
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
  // Words first: what is drawn follows in small steps, once it is near, so that a list of courts never holds the page up.
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
