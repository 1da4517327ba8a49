import autocannon, { type Sent } from 'autocannon';

/** How hard to press: so many requests in all, or for so many seconds. */
export type Pressure = Readonly<{ connections: number; amount?: number; seconds?: number }>;

/** What came back: answers by status, times to answer in milliseconds in growing order, seconds to the last answer. */
export type Load = Readonly<{
  statuses: ReadonlyMap<number, number>;
  latencies: readonly number[];
  seconds: number;
  errors: number;
}>;

/** What is sent again and again; `path` and `body` are asked for each time, and `seen` hears what came back. */
export type Request = Readonly<{
  method: 'GET' | 'POST';
  path: string | (() => string);
  body?: () => object;
  seen?: (status: number, body: string) => void;
}>;

const ANSWER_WITHIN_S = 30;

/** Asks for one booking after the other. */
export const bookingRequest = (nextWish: () => object): Request => ({
  method: 'POST',
  path: '/api/bookings',
  body: nextWish,
});

/** As autocannon takes it. */
const toSend = ({ method, path, body, seen }: Request) => ({
  method,
  ...(typeof path === 'string' && { path }),
  ...((body ?? typeof path !== 'string') && {
    setupRequest: (request: Sent) => ({
      ...request,
      ...(typeof path !== 'string' && { path: path() }),
      ...(body && { body: JSON.stringify(body()) }),
    }),
  }),
  ...(seen && { onResponse: seen }),
});

/** Sends requests, one after the other on each connection, which are signed in with the cookies in turn. */
export const press = async (
  base: string,
  cookies: readonly string[],
  { connections, amount, seconds }: Pressure,
  ...requests: readonly Request[]
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
      client.setHeaders({
        ...(requests.some(({ body }) => body) && { 'Content-Type': 'application/json' }),
        Cookie: cookies[signedIn++ % cookies.length]!,
      }),
    requests: requests.map(toSend),
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
