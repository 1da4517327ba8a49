import type { EventEmitter } from 'node:events';

/** The calls in progress, each with the way to end it when the server stops. */
export function openCalls() {
  const open = new Set<() => void>();
  return {
    track(call: EventEmitter, end: () => void): void {
      open.add(end);
      call.once('close', () => open.delete(end));
    },
    endAll(): void {
      open.forEach((end) => end());
    },
  };
}
export type OpenCalls = ReturnType<typeof openCalls>;
