/**
 * A store responded too late or not at all, so the outcome of a write is unknown; repeating the
 * request reveals it. HTTP clients receive `store_unavailable`.
 */
export class StoreUnavailable extends Error {
  constructor(store: string, options?: ErrorOptions) {
    super(`${store} does not respond`, options);
    this.name = 'StoreUnavailable';
  }
}
