import { AsyncLocalStorage } from 'node:async_hooks';

const readScope = new AsyncLocalStorage<true>();

/**
 * Runs a function, and everything that it starts, as a read: it shows things and decides nothing.
 */
export const asRead = <T>(read: () => T): T => readScope.run(true, read);

/** Whether the current work only reads. */
export const isRead = (): boolean => readScope.getStore() === true;
