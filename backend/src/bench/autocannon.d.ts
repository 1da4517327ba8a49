/** The part of autocannon (version 9, without types of its own) that the benchmark uses. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  type Request = { method: string; path: string; headers: Record<string, string>; body?: string };

  type Options = {
    url: string;
    connections: number;
    amount?: number;
    duration?: number;
    timeout?: number;
    setupClient?(client: { setHeaders(headers: Record<string, string>): void }): void;
    requests: (Partial<Request> & { setupRequest?(request: Request): Request })[];
  };

  type Result = { errors: number; timeouts: number };

  export default function autocannon(options: Options): EventEmitter & PromiseLike<Result>;
}
