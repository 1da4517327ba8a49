import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { pageHeading } from '../lib/page-heading';

const focusHeading = (main: HTMLElement): boolean => {
  const heading = pageHeading();
  (heading ?? main).focus({ preventScroll: true });
  return heading !== null;
};

/**
 * Moves focus to the heading after a navigation, so that screen readers announce the page. If the
 * heading appears with the data, it gets focus then, unless the user has moved it.
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
