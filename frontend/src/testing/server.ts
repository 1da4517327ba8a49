import { SIGNED_IN_COOKIE } from '@courtly/contracts/signed-in-cookie';

type Reply = readonly [status: number, body?: unknown, headers?: Record<string, string>];
/** What stands behind `METHOD /path`; throwing a TypeError is a lost network. */
export type Handlers = Record<
  string,
  (request: {
    body: unknown;
    headers: Headers;
    query: URLSearchParams;
    signal: AbortSignal | null;
  }) => Reply | Promise<Reply>
>;
export type Call = { name: string; url: string; body: unknown; headers: Headers };

/** Puts the browser in the state of one that holds a session, or holds none. */
export const holdSession = (held: boolean): void => {
  document.cookie = `${SIGNED_IN_COOKIE}=1; max-age=${held ? 60 : 0}`;
};

/**
 * A server for component tests, in place of `fetch`. Returns the calls as they come in. Where it can be asked who is signed
 * in, the browser holds a session to ask about.
 */
export const mockApi = (handlers: Handlers): Call[] => {
  const calls: Call[] = [];
  holdSession('GET /api/auth/me' in handlers);
  globalThis.fetch = (async (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    const name = `${init.method ?? 'GET'} ${url.split('?')[0]}`;
    calls.push({ name, url, body, headers });
    const handler = handlers[name];
    if (!handler) return new Response(JSON.stringify({ code: 'not_found', message: name }), { status: 404 });
    const query = new URLSearchParams(url.split('?')[1]);
    const [status, answer, more] = await handler({ body, headers, query, signal: init.signal ?? null });
    const text = answer === undefined ? null : JSON.stringify(answer);
    return new Response(text, { status, headers: { 'Content-Type': 'application/json', ...more } });
  }) as typeof fetch;
  return calls;
};
