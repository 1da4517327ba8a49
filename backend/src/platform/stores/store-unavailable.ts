/**
 * A store responded too late or not at all, so the outcome of a write is unknown until the request
 * is repeated. HTTP clients receive `store_unavailable`.
 */
export class StoreUnavailable extends Error {
  constructor(store: string, options?: ErrorOptions) {
    super(`${store} does not respond`, options);
    this.name = 'StoreUnavailable';
  }
}

/** @throws StoreUnavailable if the call takes longer; the call then continues in the background */
export const withinDeadline = async <T>(
  storeCall: Promise<T>,
  milliseconds: number,
  store: string,
): Promise<T> => {
  let timer: NodeJS.Timeout;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreUnavailable(store)), milliseconds).unref();
  });
  return Promise.race([storeCall, deadline]).finally(() => clearTimeout(timer));
};
