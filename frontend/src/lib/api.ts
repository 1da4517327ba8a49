import type { ErrorBody, ErrorCode } from '@courtly/contracts/errors';
import type { Route } from '@courtly/contracts/route';
import type { routes } from '@courtly/contracts/routes';
import { getLastWrite, recordWrite } from './last-write-position';

type Table = (typeof routes)[keyof typeof routes];
type Schema<S> = S extends { _zod: { input: infer I } } ? I : undefined;
type Output<S> = S extends { _zod: { output: infer O } } ? O : never;
type NameOf<R> = R extends Route ? `${R['method']} ${R['path']}` : never;

/** A call of the contract by its method and path: `GET /api/courts/:courtId`. */
export type RouteKey = NameOf<Table>;
type RouteOf<N extends RouteKey> = N extends `${infer M} ${infer P}`
  ? Extract<Table, { method: M; path: P }>
  : never;

/** What a call answers with, as the contract has it. */
export type ResponseOf<N extends RouteKey> = Output<RouteOf<N>['response']>;
type Member<R, K extends string> = R extends Record<K, infer S> ? Schema<S> : undefined;
type BodyOf<R> = R extends { files: string | readonly string[] } ? FormData : Member<R, 'body'>;
type Given<K extends string, T> = [T] extends [undefined]
  ? { [_ in K]?: undefined }
  : { [_ in K]: T };

/** What a call needs. `key` names the user's action where one action may lead to several calls. */
export type CallInput<N extends RouteKey> = Given<'params', Member<RouteOf<N>, 'params'>> &
  Given<'body', BodyOf<RouteOf<N>>> & {
    query?: Member<RouteOf<N>, 'query'>;
    key?: string;
    signal?: AbortSignal;
  };

/** An answer that is not a success: the message is `status: body`, the parts of the body stand beside it. */
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

/** What to tell the person: the server's sentence, or the given one when it did not get to say any. */
export const messageOf = (error: unknown, otherwise: string): string =>
  (error instanceof ApiError && error.userMessage) || otherwise;

/** Whether an error tells that nothing was written: a lost answer, or one of a server in trouble, leaves that open. */
export const isFinal = (error: unknown): boolean => error instanceof ApiError && error.status < 500;

/** What the server has against single fields of what was sent. */
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

/** Until the network is back, at most; at once when it never went away. */
export const backOnline = async (): Promise<void> => {
  if (!navigator.onLine)
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
};

/** No answer takes that long; on a connection that is half open none ever comes. */
const ANSWER_WITHIN_MS = 30_000;
/** Five photos on a slow line. */
const UPLOAD_WITHIN_MS = 150_000;

const isLost = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');

type Answer = { response: Response; text: string };

/** A lost answer may belong to a write that happened: the same key finds out instead of writing twice. */
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

/** A name for one action of the person, such as one press of a button. */
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
 * Calls the API by the contract: `call('POST /api/bookings/:bookingId/cancel', { params: { bookingId }, body: {} })`.
 * Reads show what this page wrote. Writes carry one Idempotency-Key and are sent again with it when the network fails.
 * @throws ApiError for every answer that is not a success; TypeError when the network stays away, TimeoutError when it is silent
 */
export const call = async <N extends RouteKey>(
  name: N,
  ...[input]: object extends CallInput<N> ? [CallInput<N>?] : [CallInput<N>]
): Promise<ResponseOf<N>> => (await exchange(name, input)).body as ResponseOf<N>;

/** A page of a list: `next` is the cursor of the page after it, `total` how many there are, where the server says so. */
export type Page<T> = { items: T; next: string | null; total: number | null };

/** Calls a list of the contract that comes in pages: the query's `cursor` says which one. @throws like `call` */
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
