/**
 * By HTTP/1.1 a browser holds six connections to a server, over all its tabs. So many of them may be streams: the others are for
 * requests, and for a stream that takes the place of one.
 */
const MOST_STREAMS = 4;

/** Holds a lock until what it resolves to is called; null where somebody holds it already, or the page that asks is being left. */
const tryLock = (name: string): Promise<(() => void) | null> =>
  new Promise((resolve) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) =>
        lock ? new Promise<void>((release) => resolve(release)) : resolve(null),
      )
      .catch(() => resolve(null));
  });

/** A tab's place among those that hold a stream. A browser without locks has room for all. */
export const streamPlace = () => {
  let release: (() => void) | undefined;
  const isCounted = 'locks' in navigator;
  return {
    isHeld: () => !isCounted || release !== undefined,
    /** @returns whether there is one, which is held from now on */
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
