import { isMainThread, parentPort, workerData, Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Load, sendLoad } from './load.js';
import type { SlotRequest } from './slots.js';

/** The member with this cookie alternately requests and cancels one hour. */
export type FloodedDay = Readonly<{
  base: string;
  cookie: string;
  slotRequest: SlotRequest;
  bookingId: string;
  connections: number;
  amount: number;
}>;

const floodInThread = ({
  base,
  cookie,
  slotRequest,
  bookingId,
  connections,
  amount,
}: FloodedDay): Promise<Load> => {
  let currentBookingId = bookingId;
  const seen = (statusCode: number, responseBody: string) =>
    void (
      statusCode === 201 && ({ id: currentBookingId } = JSON.parse(responseBody) as { id: string })
    );
  return sendLoad(
    base,
    [cookie],
    { connections, amount },
    { method: 'POST', path: '/api/bookings', body: () => slotRequest, seen },
    { method: 'POST', path: () => `/api/bookings/${currentBookingId}/cancel`, body: () => ({}) },
  );
};

/** Runs in a separate thread, so that it does not delay the measured requests. */
export const floodCourtDay = async (floodedDay: FloodedDay): Promise<Load> => {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: floodedDay });
  const [loadResult] = (await once(worker, 'message')) as [Load];
  await worker.terminate();
  return loadResult;
};

if (!isMainThread) parentPort!.postMessage(await floodInThread(workerData as FloodedDay));
