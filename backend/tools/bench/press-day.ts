import { isMainThread, parentPort, workerData, Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Load, press } from './load.js';
import type { SlotWish } from './slots.js';

/** Alternating requests and cancellations of one hour by the member with this cookie. */
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

/** Runs in a separate thread, so that it does not delay the requests under measurement. */
export const pressDay = async (day: PressedDay): Promise<Load> => {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: day });
  const [load] = (await once(worker, 'message')) as [Load];
  await worker.terminate();
  return load;
};

if (!isMainThread) parentPort!.postMessage(await run(workerData as PressedDay));
