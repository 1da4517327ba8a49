import { type RefObject, useEffect, useState } from 'react';

/** Content within this distance of the viewport is rendered ahead of time. */
const VIEW_MARGIN = '600px';

/** True once the element has come near the viewport. Printing shows the whole page. */
export const useNearView = (elementRef: RefObject<Element | null>): boolean => {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const markNear = () => setNear(true);
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && markNear(),
      {
        rootMargin: VIEW_MARGIN,
      },
    );
    observer.observe(elementRef.current!);
    addEventListener('beforeprint', markNear);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', markNear);
    };
  }, [elementRef]);
  return isNear;
};
