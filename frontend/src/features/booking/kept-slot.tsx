import { useEffect, useRef } from 'react';
import { clock, shortDate, zoneName } from '../../lib/format';

/** A panel whose top lies lower than this share of the window counts as out of sight. */
const IN_SIGHT = 0.6;

/** Says that the hour of the address is chosen, for somebody who comes with one: from a list, or back from signing in. */
export function KeptSlot({ start, zone }: { start: string; zone: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const panel = line.current?.closest('section');
    // After the router has put the page to its top.
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
