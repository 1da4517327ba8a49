import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { pageHeading } from '../lib/page-heading';

const focusHeading = (mainElement: HTMLElement): boolean => {
  const heading = pageHeading();
  (heading ?? mainElement).focus({ preventScroll: true });
  return heading !== null;
};

/**
 * Moves the focus to the heading after a navigation, so that screen readers announce the page. A
 * heading that appears with the data gets the focus then, unless the user has moved it.
 */
export const useRouteFocus = (): void => {
  const { pathname } = useLocation();
  const previousPath = useRef(pathname);
  useEffect(() => {
    const mainElement = document.getElementById('main');
    if (previousPath.current === pathname || !mainElement) return;
    previousPath.current = pathname;
    if (focusHeading(mainElement)) return;
    const observer = new MutationObserver(() => {
      const isWaiting =
        document.activeElement === mainElement || document.activeElement === document.body;
      if (!isWaiting || focusHeading(mainElement)) observer.disconnect();
    });
    observer.observe(mainElement, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [pathname]);
};
