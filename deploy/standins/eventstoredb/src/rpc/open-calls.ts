import type { EventEmitter } from 'node:events';

/** Tracks the calls in progress and how to end each of them when the server stops. */
export function createOpenCalls() {
  const openEndings = new Set<() => void>();
  return {
    track(callEmitter: EventEmitter, endCall: () => void): void {
      openEndings.add(endCall);
      callEmitter.once('close', () => openEndings.delete(endCall));
    },
    endAll(): void {
      openEndings.forEach((endCall) => endCall());
    },
  };
}
export type OpenCallRegistry = ReturnType<typeof createOpenCalls>;
