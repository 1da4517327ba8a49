/**
 * Over HTTP/1.1, a browser opens at most six connections per host across all tabs. Two of them stay
 * free for requests and for replacing a stream.
 */
const MAX_STREAMS = 4;

/**
 * Acquires a lock and resolves to its release function, or to null if the lock is taken or the page
 * is unloading.
 */
const acquireLock = (lockName: string): Promise<(() => void) | null> =>
  new Promise((resolve) => {
    navigator.locks
      .request(lockName, { ifAvailable: true }, (lock) =>
        lock ? new Promise<void>((release) => resolve(release)) : resolve(null),
      )
      .catch(() => resolve(null));
  });

/** The stream slot of this tab. Browsers without the Web Locks API have no limit. */
export const createStreamSlot = () => {
  let releaseSlot: (() => void) | undefined;
  const isLimited = 'locks' in navigator;
  return {
    isAcquired: () => !isLimited || releaseSlot !== undefined,
    /** @returns whether a slot is available */
    acquire: async (): Promise<boolean> => {
      for (let slotNumber = 0; slotNumber < MAX_STREAMS && !releaseSlot; slotNumber += 1)
        releaseSlot = (await acquireLock(`courtly-stream-${slotNumber}`)) ?? undefined;
      return releaseSlot !== undefined;
    },
    release: () => {
      releaseSlot?.();
      releaseSlot = undefined;
    },
  };
};
