import { useSyncExternalStore } from 'react';

/** Whether the window matches a media query such as `(width < 64rem)`. */
export const useMediaQuery = (mediaQuery: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const mediaQueryList = matchMedia(mediaQuery);
      mediaQueryList.addEventListener('change', listener);
      return () => mediaQueryList.removeEventListener('change', listener);
    },
    () => matchMedia(mediaQuery).matches,
    () => false,
  );
