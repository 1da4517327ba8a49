import { useEffect, useState } from 'react';
import { MINUTE_MS } from './durations';

/** The current instant (UTC), updated every minute for countdowns. */
export const useNow = (): string => {
  const [currentTime, setCurrentTime] = useState(() => new Date().toISOString());
  useEffect(() => {
    const intervalId = setInterval(() => setCurrentTime(new Date().toISOString()), MINUTE_MS);
    return () => clearInterval(intervalId);
  }, []);
  return currentTime;
};
