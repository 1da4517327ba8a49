import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const positions = new Map<string, number>();

/** A new page starts at its top, going back finds the place that was left, and a change of the query alone stays put. */
export const useScrollRestoration = (): void => {
  const { key, pathname, hash } = useLocation();
  const way = useNavigationType();
  const shown = useRef(pathname);

  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);

  useLayoutEffect(() => {
    const samePage = shown.current === pathname;
    shown.current = pathname;
    if (way === 'POP') scrollTo(0, positions.get(key) ?? 0);
    else if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
    else if (!samePage) scrollTo(0, 0);
    const remember = () => positions.set(key, scrollY);
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [key, pathname, hash, way]);
};
