import type { Route } from '@courtly/contracts/route';
import { routes } from '@courtly/contracts/routes';
import { SIGNED_IN_COOKIE } from '@courtly/contracts/signed-in-cookie';
import { afterEach } from '@jest/globals';

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

const patterns = Object.values<Route>(routes).map((route) => ({
  route,
  pattern: new RegExp(`^${route.method} ${route.path.replace(/:\w+/g, '[^/]+')}$`),
}));

/** The route of the contract that `METHOD /path` is a call of; one without parameters comes first. */
const routeOf = (name: string): Route | undefined =>
  patterns.find(({ route }) => `${route.method} ${route.path}` === name)?.route ??
  patterns.find(({ pattern }) => pattern.test(name))?.route;

let problems: string[] = [];
afterEach(() => {
  const found = problems;
  problems = [];
  if (found.length > 0) throw new Error(found.join('\n'));
});

/** Holds what a handler answers against the contract: where it does not keep to it, the test fails. */
const checkAnswer = (name: string, [status, answer]: Reply): void => {
  const route = routeOf(name);
  if (!route) return void problems.push(`The contract has no ${name}.`);
  if (status >= 300 || (route.kind ?? 'json') !== 'json') return;
  const { success, error } = route.response.safeParse(answer);
  if (!success) problems.push(`The answer to ${name} is not the contract's: ${error.message}`);
};

/** Puts the browser in the state of one that holds a session, or holds none. */
export const holdSession = (held: boolean): void => {
  document.cookie = `${SIGNED_IN_COOKIE}=1; max-age=${held ? 60 : 0}`;
};

/**
 * A server for component tests, in place of `fetch`. Returns the calls as they come in. A call that nothing answers, and an
 * answer that is not the contract's, fail the test. Where it can be asked who is signed
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
    if (!handler) {
      problems.push(`Nothing answers ${name}.`);
      return new Response(JSON.stringify({ code: 'not_found', message: name }), { status: 404 });
    }
    const query = new URLSearchParams(url.split('?')[1]);
    const reply = await handler({ body, headers, query, signal: init.signal ?? null });
    checkAnswer(name, reply);
    const [status, answer, more] = reply;
    const text = answer === undefined ? null : JSON.stringify(answer);
    return new Response(text, { status, headers: { 'Content-Type': 'application/json', ...more } });
  }) as typeof fetch;
  return calls;
};
