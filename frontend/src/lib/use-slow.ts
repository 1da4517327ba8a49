import { useEffect, useState } from 'react';

/** True once something has been waited for as long as `after` milliseconds. */
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
