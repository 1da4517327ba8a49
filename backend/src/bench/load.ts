import autocannon from 'autocannon';

/** How hard to press: so many requests in all, or for so many seconds. */
export type Pressure = Readonly<{ connections: number; amount?: number; seconds?: number }>;

/** What came back: answers by status, times to answer in milliseconds in growing order, seconds to the last answer. */
export type Load = Readonly<{
  statuses: ReadonlyMap<number, number>;
  latencies: readonly number[];
  seconds: number;
  errors: number;
}>;

const ANSWER_WITHIN_S = 30;

/** Sends requests for bookings over connections that are signed in with the cookies in turn. */
export const pressBookings = async (
  base: string,
  cookies: readonly string[],
  { connections, amount, seconds }: Pressure,
  nextWish: () => object,
): Promise<Load> => {
  const statuses = new Map<number, number>();
  const latencies: number[] = [];
  let signedIn = 0;
  let last = 0;
  const started = performance.now();
  const run = autocannon({
    url: base,
    connections,
    ...(amount ? { amount } : { duration: seconds ?? 1 }),
    timeout: ANSWER_WITHIN_S,
    setupClient: (client) =>
      client.setHeaders({ 'Content-Type': 'application/json', Cookie: cookies[signedIn++ % cookies.length]! }),
    requests: [
      {
        method: 'POST',
        path: '/api/bookings',
        setupRequest: (request) => ({ ...request, body: JSON.stringify(nextWish()) }),
      },
    ],
  });
  run.on('response', (_client: unknown, status: number, _bytes: number, milliseconds: number) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    latencies.push(milliseconds);
    last = performance.now();
  });
  const { errors, timeouts } = await run;
  latencies.sort((a, b) => a - b);
  return { statuses, latencies, seconds: (last - started) / 1_000, errors: errors + timeouts };
};
