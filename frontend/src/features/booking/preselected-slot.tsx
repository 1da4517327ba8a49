import { useEffect, useRef } from 'react';
import { type CourtZone, formatTime, formatShortDate, zoneAbbreviation } from '../../lib/format';

/** Share of the viewport height below which the panel counts as out of view. */
const IN_VIEW_SHARE = 0.6;

/** Confirms an hour preselected by the URL, such as from a list or after signing in. */
export function PreselectedSlot({ start, court }: { start: string; court: CourtZone }) {
  const noteRef = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const panel = noteRef.current?.closest('section');
    // Wait until the router has reset the scroll position.
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
