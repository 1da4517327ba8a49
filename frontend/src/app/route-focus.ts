import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { pageHeading } from '../lib/page-heading';

const focusHeading = (main: HTMLElement): boolean => {
  const heading = pageHeading();
  (heading ?? main).focus({ preventScroll: true });
  return heading !== null;
};

/**
 * After going to another page, focus starts at its heading, which a screen reader then reads. A page whose heading comes with its
 * data gets it then, unless the person has gone on to something else.
 */
export const useRouteFocus = (): void => {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    const main = document.getElementById('main');
    if (shown.current === pathname || !main) return;
    shown.current = pathname;
    if (focusHeading(main)) return;
    const observer = new MutationObserver(() => {
      const isWaiting = document.activeElement === main || document.activeElement === document.body;
      if (!isWaiting || focusHeading(main)) observer.disconnect();
    });
    observer.observe(main, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [pathname]);
};
