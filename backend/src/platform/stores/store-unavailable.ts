/**
 * A store answers too late or not at all: nothing is known about what was being written, and the same request finds out. The
 * edge answers it with `store_unavailable`.
 */
export class StoreUnavailable extends Error {
  constructor(store: string, options?: ErrorOptions) {
    super(`${store} does not answer`, options);
    this.name = 'StoreUnavailable';
  }
}
