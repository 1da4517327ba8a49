import { useEffect, useState } from 'react';

/** Becomes true after `thresholdMs` milliseconds of waiting. */
export const useSlow = (isWaiting: boolean, thresholdMs: number): boolean => {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timeoutId = setTimeout(() => setIsSlow(true), thresholdMs);
    return () => {
      clearTimeout(timeoutId);
      setIsSlow(false);
    };
  }, [isWaiting, thresholdMs]);
  return isSlow;
};
