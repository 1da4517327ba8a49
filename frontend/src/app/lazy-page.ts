import {
  type ComponentType,
  type ReactNode,
  createElement,
  isValidElement,
  lazy,
  useState,
  useSyncExternalStore,
} from 'react';

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

type LazyPage = ComponentType & { load: () => Promise<unknown> };

/** A page in a file of its own, fetched when somebody goes there. The file exports it as `Page`. */
export const lazyPage = (load: () => Promise<{ Page: ComponentType }>): LazyPage => {
  let loaded: ComponentType | undefined;
  const fetchPage = async () => {
    count(1);
    try {
      loaded = (await load()).Page;
      return { default: loaded };
    } finally {
      count(-1);
    }
  };
  const Later = lazy(fetchPage);
  // What has been fetched shows at once: React.lazy would show a spinner first, and keep it for a while.
  const Page = () => {
    const [shown] = useState(() => loaded ?? Later);
    return createElement(shown);
  };
  return Object.assign(Page, { load: fetchPage });
};

/** Fetches the page of a route's element, where it is one that is fetched. */
export const loadElement = async (element: ReactNode): Promise<void> => {
  if (isValidElement(element)) await (element.type as Partial<LazyPage>).load?.();
};
