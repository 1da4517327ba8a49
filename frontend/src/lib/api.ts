import type { ErrorDetails } from '@courtly/contracts/error-details';
import type { ErrorBody, ErrorCode } from '@courtly/contracts/errors';
import type { Route } from '@courtly/contracts/route';
import type { routes } from '@courtly/contracts/routes';
import { getLastWrite, recordWrite } from './last-write-position';

type RouteTable = (typeof routes)[keyof typeof routes];
type SchemaInput<S> = S extends { _zod: { input: infer I } } ? I : undefined;
type SchemaOutput<S> = S extends { _zod: { output: infer O } } ? O : never;
type RouteName<R> = R extends Route ? `${R['method']} ${R['path']}` : never;

/** The method and path of a contract route: `GET /api/courts/:courtId`. */
export type RouteKey = RouteName<RouteTable>;
type RouteOf<N extends RouteKey> = N extends `${infer M} ${infer P}`
  ? Extract<RouteTable, { method: M; path: P }>
  : never;

export type ResponseOf<N extends RouteKey> = SchemaOutput<RouteOf<N>['response']>;
type RoutePart<R, K extends string> = R extends Record<K, infer S> ? SchemaInput<S> : undefined;
type BodyInput<R> = R extends { files: string | readonly string[] }
  ? FormData
  : RoutePart<R, 'body'>;
type InputPart<K extends string, T> = [T] extends [undefined]
  ? { [_ in K]?: undefined }
  : { [_ in K]: T };

/** The input of a request. `key` is the idempotency key if one user action makes several calls. */
export type CallInput<N extends RouteKey> = InputPart<'params', RoutePart<RouteOf<N>, 'params'>> &
  InputPart<'body', BodyInput<RouteOf<N>>> & {
    query?: RoutePart<RouteOf<N>, 'query'>;
    key?: string;
    signal?: AbortSignal;
  };

/** The query parameters of a route. */
export type ApiQuery<N extends RouteKey> = NonNullable<CallInput<N>['query']>;

/**
 * A failed response. Its message is `status: body`, and the other fields contain the parsed body.
 */
export class ApiError extends Error {
  readonly code: ErrorCode | undefined;
  readonly userMessage: string;
  readonly details: unknown;

  constructor(
    readonly status: number,
    responseText: string,
    statusText = '',
    /** Whether the session has ended, and the user has not signed in again. */
    readonly isSessionEnd = false,
    /** Whether an earlier attempt got no final response. */
    private readonly mayBeWritten = false,
  ) {
    super(`${status}: ${responseText || statusText}`);
    const errorBody = parseErrorBody(responseText);
    this.code = errorBody?.code;
    this.userMessage = errorBody?.message ?? '';
    this.details = errorBody?.details;
  }

  /** Whether the server definitely rejected the write. */
  get isFinal(): boolean {
    return this.status < 500 && !(this.mayBeWritten && this.isEarly);
  }

  /** Whether the server refused the request before it compared the key with earlier requests. */
  get isEarly(): boolean {
    return [401, 403, 429].includes(this.status);
  }
}

const parseErrorBody = (responseText: string): ErrorBody | undefined => {
  try {
    return JSON.parse(responseText) as ErrorBody;
  } catch {
    return undefined;
  }
};

/** The server's message for the user, or `fallback` if there is none. */
export const errorMessage = (error: unknown, fallback: string): string =>
  (error instanceof ApiError && error.userMessage) || fallback;

/**
 * Whether the server definitely rejected the write. After a lost response or a 5xx error, it may
 * have been written.
 */
export const isFinalError = (error: unknown): boolean => error instanceof ApiError && error.isFinal;

/** The details of an error with this code. Undefined for other errors and without details. */
export const errorDetailsOf = <Code extends keyof ErrorDetails>(
  error: unknown,
  code: Code,
): Partial<ErrorDetails[Code]> | undefined =>
  error instanceof ApiError && error.code === code
    ? (error.details as Partial<ErrorDetails[Code]> | undefined)
    : undefined;

/** The validation errors of single fields. */
export const invalidFieldsOf = (error: unknown): readonly { field: string; message: string }[] => {
  const takenField = errorDetailsOf(error, 'taken')?.field;
  if (takenField !== undefined) return [{ field: takenField, message: errorMessage(error, '') }];
  return errorDetailsOf(error, 'invalid_request')?.fields ?? [];
};

const RETRY_AFTER_MS = [400, 1200, 3000];

export const waitUntilOnline = async (): Promise<void> => {
  if (!navigator.onLine)
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
};

/** Ends half-open connections, which never respond. */
const RESPONSE_TIMEOUT_MS = 30_000;
/** Long enough for five photos on a slow connection. */
const UPLOAD_TIMEOUT_MS = 150_000;

const isLostResponse = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');

type RawResponse = { response: Response; text: string; mayBeWritten?: boolean };

/**
 * The write may have completed although its response was lost, so retries use the same idempotency
 * key.
 */
const sendWithRetries = async (sendOnce: () => Promise<RawResponse>): Promise<RawResponse> => {
  let mayBeWritten = false;
  for (const delayMs of RETRY_AFTER_MS) {
    const rawResponse = await sendOnce().catch((error: unknown) => {
      if (!isLostResponse(error)) throw error;
    });
    if (rawResponse && rawResponse.response.status !== 503) return { ...rawResponse, mayBeWritten };
    mayBeWritten = true;
    await waitUntilOnline();
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
  return { ...(await sendOnce()), mayBeWritten };
};

/** A random idempotency key for one user action, such as a button press. */
export const createActionKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

const buildUrl = (path: string, pathParams: object = {}, queryParams: object = {}): string => {
  const filledPath = path.replace(/:(\w+)/g, (_, parameterName: string) =>
    encodeURIComponent(String((pathParams as Record<string, unknown>)[parameterName])),
  );
  const presentEntries = Object.entries(queryParams).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const queryString = new URLSearchParams(
    presentEntries.map(([parameterName, value]) => [parameterName, String(value)]),
  ).toString();
  return queryString ? `${filledPath}?${queryString}` : filledPath;
};

/** A request that failed because the server no longer accepts the session. */
type UnacceptedRequest = Readonly<{ isWrite: boolean; sentAt: number }>;
/** Whether the request is repeated, fails, or also ends the session on this page. */
export type RecoveryOutcome = 'repeat' | 'fail' | 'endSession';
type RecoverSession = (request: UnacceptedRequest) => Promise<RecoveryOutcome>;

let recoverSession: RecoverSession = () => Promise.resolve('endSession');

/**
 * Sets what happens when the server no longer accepts the session. Requests wait for the outcome.
 * `sentAt` is in milliseconds of `performance.now()`.
 * @returns a function that removes it
 */
export const onSessionEnd = (recover: RecoverSession): (() => void) => {
  const previousRecovery = recoverSession;
  recoverSession = recover;
  return () => (recoverSession = previousRecovery);
};

/** The steps of a sign-in fail with the same code, for example after a ticket has expired. */
const signInPaths = /^\/api\/auth\/(?:login|providers)\b/;

const isSessionEnd = (path: string, { response, text }: RawResponse): boolean =>
  response.status === 401 &&
  !signInPaths.test(path) &&
  parseErrorBody(text)?.code === 'not_signed_in';

type ApiResult = { body: unknown; headers: Headers };

const sendRequest = async (
  routeKey: string,
  input: Partial<CallInput<RouteKey>> = {},
): Promise<ApiResult> => {
  const [method = 'GET', path = ''] = routeKey.split(' ');
  const { params, body, query, key, signal } = input;
  const isUpload = (body as unknown) instanceof FormData;
  const isJson = body !== undefined && !isUpload;
  const lastWrite = getLastWrite();
  const headers = {
    ...(isJson && { 'Content-Type': 'application/json' }),
    ...(method === 'GET'
      ? lastWrite && { 'Courtly-After': lastWrite }
      : { 'Idempotency-Key': key ?? createActionKey() }),
  };
  const sendOnce = async (): Promise<RawResponse> => {
    const timeoutSignal = AbortSignal.timeout(isUpload ? UPLOAD_TIMEOUT_MS : RESPONSE_TIMEOUT_MS);
    const response = await fetch(buildUrl(path, params, query), {
      method,
      headers,
      credentials: 'same-origin',
      body: isJson ? JSON.stringify(body) : ((body as FormData | undefined) ?? null),
      signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
    });
    return { response, text: await response.text() };
  };
  const send = () => (method === 'GET' ? sendOnce() : sendWithRetries(sendOnce));
  const isWrite = method !== 'GET';
  let rawResponse: RawResponse;
  let mayBeWritten = false;
  let outcome: RecoveryOutcome | undefined;
  do {
    const sentAt = performance.now();
    rawResponse = await send();
    mayBeWritten ||= Boolean(rawResponse.mayBeWritten);
    outcome = isSessionEnd(path, rawResponse)
      ? await recoverSession({ isWrite, sentAt })
      : undefined;
  } while (outcome === 'repeat');
  const { response, text } = rawResponse;
  recordWrite(response.headers.get('Courtly-Position'));
  if (!response.ok)
    throw new ApiError(
      response.status,
      text,
      response.statusText,
      outcome === 'endSession',
      mayBeWritten,
    );
  return { body: text ? JSON.parse(text) : undefined, headers: response.headers };
};

/**
 * Calls a route of the contract, such as `call('GET /api/courts/:courtId', { params })`. Reads
 * reflect this tab's writes. Repeated writes keep their idempotency key.
 * @throws ApiError for an unsuccessful response, TypeError if the network fails, TimeoutError if no
 * response arrives in time
 */
export const call = async <N extends RouteKey>(
  routeKey: N,
  ...[input]: object extends CallInput<N> ? [CallInput<N>?] : [CallInput<N>]
): Promise<ResponseOf<N>> => (await sendRequest(routeKey, input)).body as ResponseOf<N>;

/**
 * One page of a list. `next` is the cursor of the next page. `total` is null if the server doesn't
 * count. `isLimited`: more items exist that the user's tier does not see.
 */
export type Page<T> = {
  items: T;
  next: string | null;
  total: number | null;
  isLimited: boolean;
};

/**
 * Calls a paged list route. Its `cursor` query parameter selects the page.
 * @throws the same errors as `call`
 */
export const callPage = async <N extends RouteKey>(
  routeKey: N,
  input: CallInput<N>,
): Promise<Page<ResponseOf<N>>> => {
  const { body, headers } = await sendRequest(routeKey, input);
  const [, nextUrl] = /<([^<>]*)>; rel="next"/.exec(headers.get('Link') ?? '') ?? [];
  const nextCursor =
    nextUrl === undefined ? null : new URL(nextUrl, location.origin).searchParams.get('cursor');
  const totalCount = headers.get('X-Total-Count');
  return {
    items: body as ResponseOf<N>,
    next: nextCursor,
    total: totalCount === null ? null : Number(totalCount),
    isLimited: headers.get('Courtly-Limited') === 'true',
  };
};
