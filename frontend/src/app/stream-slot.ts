/**
 * Over HTTP/1.1 a browser opens six connections per host, across all tabs. Keep two of them free
 * for requests and for replacing a stream.
 */
const MOST_STREAMS = 4;

/**
 * Acquires a lock and resolves to its release function, or to null if the lock is taken or the page
 * is unloading.
 */
const tryLock = (name: string): Promise<(() => void) | null> =>
  new Promise((resolve) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) =>
        lock ? new Promise<void>((release) => resolve(release)) : resolve(null),
      )
      .catch(() => resolve(null));
  });

/** The stream slot of this tab. Browsers without the Web Locks API have no limit. */
export const streamPlace = () => {
  let release: (() => void) | undefined;
  const isCounted = 'locks' in navigator;
  return {
    isHeld: () => !isCounted || release !== undefined,
    /** @returns whether a slot is available */
    take: async (): Promise<boolean> => {
      for (let place = 0; place < MOST_STREAMS && !release; place += 1)
        release = (await tryLock(`courtly-stream-${place}`)) ?? undefined;
      return release !== undefined;
    },
    leave: () => {
      release?.();
      release = undefined;
    },
  };
};
