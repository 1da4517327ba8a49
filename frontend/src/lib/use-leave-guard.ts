import { useEffect } from 'react';

/** Whether unsaved changes may be lost: asks where there are some. */
export const mayLeave = (dirty: boolean): boolean =>
  !dirty || confirm('Leave without saving? What you changed is lost.');

/** Asks before the page is closed, or left by a link, while the form holds unsaved changes. */
export const useLeaveGuard = (dirty: boolean): void => {
  useEffect(() => {
    if (!dirty) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
      const opensElsewhere = link?.target || event.ctrlKey || event.metaKey || event.shiftKey;
      if (!link || opensElsewhere || mayLeave(true)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('beforeunload', onUnload);
    document.addEventListener('click', onClick, true);
    return () => {
      removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [dirty]);
};
