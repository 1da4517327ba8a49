import { type ComponentType, lazy, useSyncExternalStore } from 'react';

let underway = 0;
const listeners = new Set<() => void>();

const count = (change: 1 | -1) => {
  underway += change;
  listeners.forEach((listener) => listener());
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether a page is being fetched; meanwhile the one before stays on screen. */
export const usePageOnItsWay = (): boolean => useSyncExternalStore(subscribe, () => underway > 0);

/** A page in a file of its own, fetched when somebody goes there. The file exports it as `Page`. */
export const lazyPage = (load: () => Promise<{ Page: ComponentType }>) =>
  lazy(async () => {
    count(1);
    try {
      return { default: (await load()).Page };
    } finally {
      count(-1);
    }
  });
