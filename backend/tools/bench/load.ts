import autocannon, { type Sent } from 'autocannon';

/** Either a total number of requests, or a duration. */
export type Pressure = Readonly<{ connections: number; amount?: number; seconds?: number }>;

/**
 * Responses by status, latencies in milliseconds (ascending), and the seconds until the last
 * response.
 */
export type Load = Readonly<{
  statuses: ReadonlyMap<number, number>;
  latencies: readonly number[];
  seconds: number;
  errors: number;
}>;

/**
 * A request that is repeated. `path` and `body` are evaluated for each request; `seen` receives
 * each response.
 */
export type Request = Readonly<{
  method: 'GET' | 'POST';
  path: string | (() => string);
  body?: () => object;
  seen?: (statusCode: number, responseBody: string) => void;
}>;

const RESPONSE_TIMEOUT_S = 30;

export const bookingRequest = (nextSlotRequest: () => object): Request => ({
  method: 'POST',
  path: '/api/bookings',
  body: nextSlotRequest,
});

const toSend = ({ method, path, body, seen }: Request) => ({
  method,
  ...(typeof path === 'string' && { path }),
  ...((body ?? typeof path !== 'string') && {
    setupRequest: (loadRequest: Sent) => ({
      ...loadRequest,
      ...(typeof path !== 'string' && { path: path() }),
      ...(body && { body: JSON.stringify(body()) }),
    }),
  }),
  ...(seen && { onResponse: seen }),
});

/**
 * Sends requests, one at a time on each connection. The connections take turns with the session
 * cookies.
 */
export const sendLoad = async (
  baseUrl: string,
  sessionCookies: readonly string[],
  { connections, amount, seconds }: Pressure,
  ...requests: readonly Request[]
): Promise<Load> => {
  const statuses = new Map<number, number>();
  const latenciesMs: number[] = [];
  let signedIn = 0;
  let lastResponseMs = 0;
  const startedMs = performance.now();
  const autocannonRun = autocannon({
    url: baseUrl,
    connections,
    ...(amount ? { amount } : { duration: seconds ?? 1 }),
    timeout: RESPONSE_TIMEOUT_S,
    setupClient: (client) =>
      client.setHeaders({
        ...(requests.some(({ body }) => body) && { 'Content-Type': 'application/json' }),
        Cookie: sessionCookies[signedIn++ % sessionCookies.length]!,
      }),
    requests: requests.map(toSend),
  });
  autocannonRun.on(
    'response',
    (_client: unknown, statusCode: number, _bytes: number, milliseconds: number) => {
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
      latenciesMs.push(milliseconds);
      lastResponseMs = performance.now();
    },
  );
  const { errors, timeouts } = await autocannonRun;
  latenciesMs.sort((leftValue, rightValue) => leftValue - rightValue);
  return {
    statuses,
    latencies: latenciesMs,
    seconds: (lastResponseMs - startedMs) / 1_000,
    errors: errors + timeouts,
  };
};
