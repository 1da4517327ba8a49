import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** `14:05`, or `0:00` after the deadline. */
export const formatTimeLeft = (deadline: string, now: number): string => {
  const secondsLeft = Math.max(0, Math.ceil((Date.parse(deadline) - now) / SECOND_MS));
  return `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`;
};

/** Only shows the time. The server ends the hold, so a wrong local clock is harmless. */
export function Countdown({ subject, deadline }: { subject: string; deadline: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tickTimer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(tickTimer);
  }, []);
  return (
    <p role="timer" aria-live="off">
      {Date.parse(deadline) > now ? (
        <>
          {subject} is reserved for you for another{' '}
          <strong className="figures">{formatTimeLeft(deadline, now)}</strong>.
        </>
      ) : (
        `Time's up. ${subject} will be released shortly.`
      )}
    </p>
  );
}
