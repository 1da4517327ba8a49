import { type RefObject, useEffect, useState } from 'react';

/** So far outside of the view things are made ready to be seen. */
const MARGIN = '600px';

/** Whether an element has come near the view, from then on; printing shows all of a page. */
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
