import type { QueryClient } from '@tanstack/react-query';
import {
  type ComponentType,
  type ReactNode,
  createElement,
  isValidElement,
  lazy,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Params } from 'react-router-dom';

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

/** What a page shows first, asked for before it is drawn: an answer that comes soon enough is in the first view. */
export type Prefetch = (client: QueryClient, params: Readonly<Params>) => Promise<unknown>;
type PageFile = { Page: ComponentType; prefetch?: Prefetch };
type LazyPage = ComponentType & { load: () => Promise<PageFile> };

/** A page in a file of its own, fetched when somebody goes there. The file exports it as `Page`. */
export const lazyPage = (load: () => Promise<PageFile>): LazyPage => {
  let loaded: ComponentType | undefined;
  const fetchPage = async () => {
    count(1);
    try {
      const file = await load();
      loaded = file.Page;
      return file;
    } finally {
      count(-1);
    }
  };
  const Later = lazy(async () => ({ default: (await fetchPage()).Page }));
  // What has been fetched shows at once: React.lazy would show a spinner first, and keep it for a while.
  const Page = () => {
    const [shown] = useState(() => loaded ?? Later);
    return createElement(shown);
  };
  return Object.assign(Page, { load: fetchPage });
};

const SOON_MS = 200;

/** Fetches the page of a route's element, where it is one that is fetched, and what it shows first if that comes soon. */
export const loadElement = async (element: ReactNode, client: QueryClient, params: Params): Promise<void> => {
  if (!isValidElement(element)) return;
  const file = await (element.type as Partial<LazyPage>).load?.();
  if (file?.prefetch)
    await Promise.race([file.prefetch(client, params), new Promise((resolve) => setTimeout(resolve, SOON_MS))]);
};
