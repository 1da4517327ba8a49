import { useDeferredValue, useId, useRef } from 'react';
import { cx } from 'class-variance-authority';
import { useNearView } from '../../lib/use-near-view';
import { AboveView } from './drawing/above';
import type { Sport } from './drawing/markings';
import { PerspectiveView } from './drawing/perspective';
import { randomItem, createRandom } from './drawing/random';

type CourtDrawingProps = {
  surface: 'clay' | 'hard' | 'grass' | 'other';
  sport?: Sport;
  /** The same seed always draws the same picture; use the court id. */
  seed: string;
  /** By default, the seed decides. */
  view?: 'above' | 'perspective';
  /** For images that are at least twice as wide as they are high. */
  wide?: boolean;
  /** The accessible name. Without it, the drawing is decorative. */
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
}: CourtDrawingProps) {
  const gradientId = useId();
  const svgRef = useRef<SVGSVGElement>(null);
  // Renders text first, and a drawing only once it is near the viewport, so that long lists stay
  // responsive.
  const isDrawn = useDeferredValue(useNearView(svgRef), false);
  const randomSource = createRandom(`${seed}/${surface}/${sport}`);
  const timeOfDay = randomItem(randomSource, ['dusk', 'noon', 'morning']);
  const chosenView = view ?? randomItem(randomSource, ['perspective', 'above', 'perspective']);
  const pictureSize = wide ? { width: 1600, height: 720 } : { width: 800, height: 600 };
  const DrawingView = chosenView === 'above' ? AboveView : PerspectiveView;
  return (
    <svg
      ref={svgRef}
      viewBox={`0 0 ${pictureSize.width} ${pictureSize.height}`}
      preserveAspectRatio="xMidYMid slice"
      data-surface={surface}
      data-hour={timeOfDay}
      className={cx('court-drawing block w-full', className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {isDrawn && (
        <DrawingView
          size={pictureSize}
          sport={sport}
          random={randomSource}
          id={gradientId}
          stripes={surface === 'grass'}
        />
      )}
    </svg>
  );
}
