import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** `14:05`; `0:00` when the time is over. */
export const timeLeft = (until: string, now: number): string => {
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now) / SECOND_MS));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** Display only: the server ends the hold, so a wrong local clock does no harm. */
export function Countdown({ what, until }: { what: string; until: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <p role="timer" aria-live="off">
      {Date.parse(until) > now ? (
        <>
          {what} is reserved for you for another{' '}
          <strong className="figures">{timeLeft(until, now)}</strong>.
        </>
      ) : (
        `Time's up. ${what} will be released shortly.`
      )}
    </p>
  );
}
