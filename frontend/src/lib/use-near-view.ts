import { type RefObject, useEffect, useState } from 'react';

/** Content within this distance of the viewport is rendered ahead of time. */
const MARGIN = '600px';

/** True once the element has come near the viewport. Printing shows the whole page. */
export const useNearView = (element: RefObject<Element | null>): boolean => {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const come = () => setNear(true);
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && come(),
      {
        rootMargin: MARGIN,
      },
    );
    observer.observe(element.current!);
    addEventListener('beforeprint', come);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', come);
    };
  }, [element]);
  return isNear;
};
