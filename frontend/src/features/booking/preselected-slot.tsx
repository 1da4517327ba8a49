import { useEffect, useRef } from 'react';
import { type CourtZone, formatTime, formatShortDate, zoneAbbreviation } from '../../lib/format';

/** If the panel starts below this share of the viewport height, it counts as out of view. */
const IN_VIEW_SHARE = 0.6;

/** Confirms an hour that the URL has preselected, such as from a list or after signing in. */
export function PreselectedSlot({ start, court }: { start: string; court: CourtZone }) {
  const noteRef = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const panel = noteRef.current?.closest('section');
    // Waits until the router has reset the scroll position.
    const scrollFrame = requestAnimationFrame(() => {
      if (panel && panel.getBoundingClientRect().top > innerHeight * IN_VIEW_SHARE)
        panel.scrollIntoView?.();
    });
    return () => cancelAnimationFrame(scrollFrame);
  }, []);
  return (
    <p ref={noteRef} role="status" className="border-l border-brass-line pl-4">
      You selected {formatShortDate(start, court)}, {formatTime(start, court)}{' '}
      {zoneAbbreviation(start, court)}. Book now to reserve it.
    </p>
  );
}
