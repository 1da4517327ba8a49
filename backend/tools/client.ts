import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '@courtly/backend/cli/cli';
import pLimit from 'p-limit';

export type Call = Readonly<{
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  body?: object;
  /** The Idempotency-Key, which makes the call safe to retry. */
  key?: string;
  /** For Courtly-After: the position that a read must include. */
  after?: string;
}>;

export type ApiResponse = Readonly<{
  status: number;
  body: unknown;
  position: string | null;
  stale: boolean;
  /** The Retry-After header, in seconds. */
  retryAfter: string | null;
  tries: number;
}>;

/** A base URL, or a function that chooses one for each request, like a load balancer. */
export type Address = string | (() => string);

const RESPONSE_TIMEOUT_MS = 15_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
const PATIENCE_MS = 120_000;
/**
 * Limits the requests in flight in the whole process, so that excess requests queue in the client.
 */
const concurrencyLimit = pLimit(200);

const errorCodeOf = ({ body: requestBody }: ApiResponse) =>
  (requestBody as { code?: string } | null)?.code;

const worthAnotherTry = (apiResponse: ApiResponse): boolean =>
  apiResponse.status === 503 ||
  apiResponse.status === 429 ||
  errorCodeOf(apiResponse) === 'conflict';

/** A user's HTTP session, on keep-alive connections. */
export class Session {
  private readonly cookies = new Map<string, string>();

  constructor(private readonly address: Address) {}

  /** The session cookies; empty if the user is signed out. */
  get cookie(): string {
    return [...this.cookies]
      .map(([cookieName, cookieValue]) => `${cookieName}=${cookieValue}`)
      .join('; ');
  }

  /** The same session, used at another process of the same Courtly. */
  at(address: Address): Session {
    const userSession = new Session(address);
    for (const [cookieName, cookieValue] of this.cookies)
      userSession.cookies.set(cookieName, cookieValue);
    return userSession;
  }

  /** @throws TypeError if there is no response */
  try(apiCall: Call, attempts = 1): Promise<ApiResponse> {
    return concurrencyLimit(() => this.sendOnce(apiCall, attempts));
  }

  /**
   * After no response, 503, 429, or a conflict, retries with the same key and backoff.
   * @throws Failure after two minutes
   */
  async send(apiCall: Call): Promise<ApiResponse> {
    const startedMs = performance.now();
    for (let attempts = 1; ; attempts++) {
      const apiResponse = await this.try(apiCall, attempts).catch(
        (thrownError: unknown) => thrownError as Error,
      );
      if (!(apiResponse instanceof Error) && !worthAnotherTry(apiResponse)) return apiResponse;
      if (performance.now() - startedMs > PATIENCE_MS) {
        const lastFailure =
          apiResponse instanceof Error
            ? apiResponse.message
            : `${apiResponse.status} ${JSON.stringify(apiResponse.body)}`;
        throw new Failure(
          `${apiCall.method} ${apiCall.path}: no useful response within ${PATIENCE_MS / 1_000} s, last ${lastFailure}`,
        );
      }
      await delay(
        Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1)) *
          (0.5 + Math.random() / 2),
      );
    }
  }

  /** Returns the body. @throws Failure if the call does not succeed */
  async expect<T>(apiCall: Call): Promise<T> {
    const apiResponse = await this.send(apiCall);
    if (apiResponse.status >= 300)
      throw new Failure(
        `${apiCall.method} ${apiCall.path}: ${apiResponse.status} ${JSON.stringify(apiResponse.body)}`,
      );
    return apiResponse.body as T;
  }

  private async sendOnce(
    { method, path, body: requestBody, key, after }: Call,
    attempts: number,
  ): Promise<ApiResponse> {
    const form = requestBody instanceof FormData;
    const headers = {
      ...(this.cookie && { Cookie: this.cookie }),
      ...(key && { 'Idempotency-Key': key }),
      ...(after && { 'Courtly-After': after }),
      ...(requestBody && !form && { 'Content-Type': 'application/json' }),
    };
    const payload = form ? requestBody : requestBody && JSON.stringify(requestBody);
    const abortSignal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
    const baseUrl = typeof this.address === 'string' ? this.address : this.address();
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers,
      body: payload ?? null,
      signal: abortSignal,
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair, ...attributes] = cookie.split('; ') as [string, ...string[]];
      const [cookieName, cookieValue] = pair.split('=', 2) as [string, string];
      if (attributes.includes('Path=/')) this.cookies.set(cookieName, cookieValue);
    }
    const sourceText = await response.text();
    return {
      status: response.status,
      body: sourceText ? (JSON.parse(sourceText) as unknown) : null,
      position: response.headers.get('Courtly-Position'),
      stale: response.headers.has('Courtly-Stale'),
      retryAfter: response.headers.get('Retry-After'),
      tries: attempts,
    };
  }
}
