import { useEffect, useRef } from 'react';
import { clock, shortDate, zoneName } from '../../lib/format';

/** Share of the viewport height below which the panel counts as out of view. */
const IN_SIGHT = 0.6;

/** Confirms an hour preselected by the URL, such as from a list or after signing in. */
export function KeptSlot({ start, zone }: { start: string; zone: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const panel = line.current?.closest('section');
    // Wait until the router has reset the scroll position.
    const frame = requestAnimationFrame(() => {
      if (panel && panel.getBoundingClientRect().top > innerHeight * IN_SIGHT)
        panel.scrollIntoView?.();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <p ref={line} role="status" className="border-l border-brass-line pl-4">
      You selected {shortDate(start, zone)}, {clock(start, zone)} {zoneName(start, zone)}. Book now
      to reserve it.
    </p>
  );
}
