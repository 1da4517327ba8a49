import type { ErrorBody, ErrorCode } from '@courtly/contracts/errors';
import type { Route } from '@courtly/contracts/route';
import type { routes } from '@courtly/contracts/routes';
import { getLastWrite, recordWrite } from './last-write-position';

type Table = (typeof routes)[keyof typeof routes];
type Schema<S> = S extends { _zod: { input: infer I } } ? I : undefined;
type Output<S> = S extends { _zod: { output: infer O } } ? O : never;
type NameOf<R> = R extends Route ? `${R['method']} ${R['path']}` : never;

/** Method and path of a contract route: `GET /api/courts/:courtId`. */
export type RouteKey = NameOf<Table>;
type RouteOf<N extends RouteKey> = N extends `${infer M} ${infer P}`
  ? Extract<Table, { method: M; path: P }>
  : never;

export type ResponseOf<N extends RouteKey> = Output<RouteOf<N>['response']>;
type Member<R, K extends string> = R extends Record<K, infer S> ? Schema<S> : undefined;
type BodyOf<R> = R extends { files: string | readonly string[] } ? FormData : Member<R, 'body'>;
type Given<K extends string, T> = [T] extends [undefined]
  ? { [_ in K]?: undefined }
  : { [_ in K]: T };

/** Request input. `key` is the idempotency key if one user action makes several calls. */
export type CallInput<N extends RouteKey> = Given<'params', Member<RouteOf<N>, 'params'>> &
  Given<'body', BodyOf<RouteOf<N>>> & {
    query?: Member<RouteOf<N>, 'query'>;
    key?: string;
    signal?: AbortSignal;
  };

/** A failed response. The message is `status: body`; the parsed body is in the other fields. */
export class ApiError extends Error {
  readonly code: ErrorCode | undefined;
  readonly userMessage: string;
  readonly details: Record<string, unknown>;

  constructor(
    readonly status: number,
    body: string,
    statusText = '',
  ) {
    super(`${status}: ${body || statusText}`);
    const parsed = parse(body);
    this.code = parsed?.code;
    this.userMessage = parsed?.message ?? '';
    this.details = parsed?.details ?? {};
  }
}

const parse = (body: string): ErrorBody | undefined => {
  try {
    return JSON.parse(body) as ErrorBody;
  } catch {
    return undefined;
  }
};

/** The server's message for the user, or the fallback if there is none. */
export const messageOf = (error: unknown, otherwise: string): string =>
  (error instanceof ApiError && error.userMessage) || otherwise;

/**
 * Whether the server definitely rejected the write. Lost responses and 5xx errors may have written
 * it.
 */
export const isFinal = (error: unknown): boolean => error instanceof ApiError && error.status < 500;

/** Validation errors of single fields. */
export const invalidFields = (error: unknown): readonly { field: string; message: string }[] => {
  if (!(error instanceof ApiError)) return [];
  const { code, details, userMessage } = error;
  if (code === 'taken' && typeof details['field'] === 'string')
    return [{ field: details['field'], message: userMessage }];
  return code === 'invalid_request'
    ? ((details['fields'] as { field: string; message: string }[] | undefined) ?? [])
    : [];
};

const RETRY_AFTER_MS = [400, 1200, 3000];

export const backOnline = async (): Promise<void> => {
  if (!navigator.onLine)
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
};

/** Aborts half-open connections, which never respond. */
const ANSWER_WITHIN_MS = 30_000;
/** Enough for five photos on a slow connection. */
const UPLOAD_WITHIN_MS = 150_000;

const isLost = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');

type Answer = { response: Response; text: string };

/** A lost response may belong to a completed write, so retries use the same idempotency key. */
const sendSafely = async (send: () => Promise<Answer>): Promise<Answer> => {
  for (const wait of RETRY_AFTER_MS) {
    const answer = await send().catch((error: unknown) => {
      if (!isLost(error)) throw error;
    });
    if (answer && answer.response.status !== 503) return answer;
    await backOnline();
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return send();
};

/** A random idempotency key for one user action, such as a button press. */
export const actionKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

const addressOf = (path: string, params: object = {}, query: object = {}): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(
    given.map(([name, value]) => [name, String(value)]),
  ).toString();
  return search ? `${filled}?${search}` : filled;
};

type Exchange = { body: unknown; headers: Headers };

const exchange = async (
  name: string,
  input: Partial<CallInput<RouteKey>> = {},
): Promise<Exchange> => {
  const [method = 'GET', path = ''] = name.split(' ');
  const { params, body, query, key, signal } = input;
  const isUpload = (body as unknown) instanceof FormData;
  const json = body !== undefined && !isUpload;
  const after = getLastWrite();
  const headers = {
    ...(json && { 'Content-Type': 'application/json' }),
    ...(method === 'GET'
      ? after && { 'Courtly-After': after }
      : { 'Idempotency-Key': key ?? actionKey() }),
  };
  const send = async (): Promise<Answer> => {
    const late = AbortSignal.timeout(isUpload ? UPLOAD_WITHIN_MS : ANSWER_WITHIN_MS);
    const response = await fetch(addressOf(path, params, query), {
      method,
      headers,
      credentials: 'same-origin',
      body: json ? JSON.stringify(body) : ((body as FormData | undefined) ?? null),
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
    return { response, text: await response.text() };
  };
  const { response, text } = method === 'GET' ? await send() : await sendSafely(send);
  recordWrite(response.headers.get('Courtly-Position'));
  if (!response.ok) throw new ApiError(response.status, text, response.statusText);
  return { body: text ? JSON.parse(text) : undefined, headers: response.headers };
};

/**
 * Calls the API as the contract defines it: `call('POST /api/bookings/:bookingId/cancel', { params:
 * { bookingId }, body: {} })`. Reads reflect earlier writes of this tab. Writes are retried with
 * the same idempotency key after network errors.
 * @throws ApiError for an unsuccessful response, TypeError if the network fails, TimeoutError if no
 * response arrives in time
 */
export const call = async <N extends RouteKey>(
  name: N,
  ...[input]: object extends CallInput<N> ? [CallInput<N>?] : [CallInput<N>]
): Promise<ResponseOf<N>> => (await exchange(name, input)).body as ResponseOf<N>;

/**
 * One page of a list. `next` is the cursor of the next page; `total` is null if the server doesn't
 * count.
 */
export type Page<T> = { items: T; next: string | null; total: number | null };

/**
 * Calls a paged list route; the `cursor` query parameter selects the page.
 * @throws the same errors as `call`
 */
export const callPage = async <N extends RouteKey>(
  name: N,
  input: CallInput<N>,
): Promise<Page<ResponseOf<N>>> => {
  const { body, headers } = await exchange(name, input);
  const [, address] = /<([^<>]*)>; rel="next"/.exec(headers.get('Link') ?? '') ?? [];
  const next =
    address === undefined ? null : new URL(address, location.origin).searchParams.get('cursor');
  const total = headers.get('X-Total-Count');
  return { items: body as ResponseOf<N>, next, total: total === null ? null : Number(total) };
};
