/** The part of autocannon 9 that the benchmark uses. The package itself has no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  export type Sent = {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: string;
  };

  type Options = {
    url: string;
    connections: number;
    amount?: number;
    duration?: number;
    timeout?: number;
    setupClient?(client: { setHeaders(headers: Record<string, string>): void }): void;
    requests: (Partial<Sent> & {
      setupRequest?(request: Sent): Sent;
      onResponse?(status: number, body: string): void;
    })[];
  };

  type Result = { errors: number; timeouts: number };

  export default function autocannon(options: Options): EventEmitter & PromiseLike<Result>;
}
