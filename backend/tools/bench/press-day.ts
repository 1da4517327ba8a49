import { isMainThread, parentPort, workerData, Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Load, press } from './load.js';
import type { SlotWish } from './slots.js';

/** Requests and cancellations of one hour in turn, so many in all, by the member of a cookie who holds a booking of it. */
export type PressedDay = Readonly<{
  base: string;
  cookie: string;
  wish: SlotWish;
  bookingId: string;
  connections: number;
  amount: number;
}>;

const run = ({ base, cookie, wish, bookingId, connections, amount }: PressedDay): Promise<Load> => {
  let id = bookingId;
  const seen = (status: number, body: string) =>
    void (status === 201 && ({ id } = JSON.parse(body) as { id: string }));
  return press(
    base,
    [cookie],
    { connections, amount },
    { method: 'POST', path: '/api/bookings', body: () => wish, seen },
    { method: 'POST', path: () => `/api/bookings/${id}/cancel`, body: () => ({}) },
  );
};

/** Sends them as fast as they are answered, in a thread of its own: what it does must not delay who is measured beside it. */
export const pressDay = async (day: PressedDay): Promise<Load> => {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: day });
  const [load] = (await once(worker, 'message')) as [Load];
  await worker.terminate();
  return load;
};

if (!isMainThread) parentPort!.postMessage(await run(workerData as PressedDay));
