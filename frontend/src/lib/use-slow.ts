import { useEffect, useState } from 'react';

/** True after waiting for `after` milliseconds. */
export const useSlow = (waiting: boolean, after: number): boolean => {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setSlow(true), after);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting, after]);
  return slow;
};
