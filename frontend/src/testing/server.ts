import { type ErrorDetails, errorDetails } from '@courtly/contracts/error-details';
import { type ErrorCode, errorCodes } from '@courtly/contracts/errors';
import type { Route } from '@courtly/contracts/route';
import { routes } from '@courtly/contracts/routes';
import { SIGNED_IN_COOKIE } from '@courtly/contracts/signed-in-cookie';
import { z } from 'zod';
import { catalogLike } from './catalog';

type Reply = readonly [status: number, body?: unknown, headers?: Record<string, string>];
/** Responses by `METHOD /path`; throw a TypeError to simulate a network failure. */
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

/** The contract route of `METHOD /path`. Routes without parameters take precedence. */
export const routeOf = (name: string): Route | undefined =>
  patterns.find(({ route }) => `${route.method} ${route.path}` === name)?.route ??
  patterns.find(({ pattern }) => pattern.test(name))?.route;

/** Calls that every page of an area makes. Tests can override the responses. */
const standardHandlers: Handlers = {
  'GET /api/admin/waiting': () => [
    200,
    { applications: 0, money: 0, approvals: 0, reports: 0, disputes: 0, incidents: 0 },
  ],
  'GET /api/accepted-papers': () => [200, []],
  'GET /api/catalog': () => [200, catalogLike()],
};

let problems: string[] = [];

/** @throws if a call or a response since the last check violates the contract */
export const checkCalls = (): void => {
  const earlierProblems = problems;
  problems = [];
  if (earlierProblems.length > 0) throw new Error(earlierProblems.join('\n'));
};

const errorBody = z.object({
  code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  details: z.looseObject({}).optional(),
});

/** What is wrong with an error response, or undefined. Other servers send bodies without a code. */
const errorProblem = (status: number, response: unknown): string | undefined => {
  const isForeign = typeof response === 'string' || status >= 500;
  if (isForeign && !(response as { code?: unknown } | undefined)?.code) return undefined;
  const { data, error } = errorBody.safeParse(response);
  if (!data) return error.message;
  const { code, details } = data;
  if (errorCodes[code].status !== status)
    return `${code} has the status ${errorCodes[code].status}`;
  if (!details || !(code in errorDetails)) return details && `${code} has no details`;
  return errorDetails[code as keyof ErrorDetails].partial().strict().safeParse(details).error
    ?.message;
};

/** Fails the test if a response doesn't match the contract. */
const checkResponse = (name: string, [status, body]: Reply): void => {
  const route = routeOf(name);
  if (!route) return void problems.push(`The contract has no ${name}.`);
  const problem =
    status >= 400
      ? errorProblem(status, body)
      : (route.kind ?? 'json') === 'json' && route.response.safeParse(body).error?.message;
  if (problem) problems.push(`The response to ${name} violates the contract: ${problem}`);
};

/** Sets or removes the cookie that marks a signed-in browser. */
export const holdSession = (isHeld: boolean): void => {
  document.cookie = `${SIGNED_IN_COOKIE}=1; max-age=${isHeld ? 60 : 0}`;
};

/**
 * Replaces `fetch` with a fake API and returns the calls. Unhandled calls and responses that
 * violate the contract fail the test. Handling `GET /api/auth/me` sets the session cookie.
 */
export const mockApi = (handlers: Handlers): Call[] => {
  const apiCalls: Call[] = [];
  holdSession('GET /api/auth/me' in handlers);
  globalThis.fetch = (async (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    const name = `${init.method ?? 'GET'} ${url.split('?')[0]}`;
    const handler = handlers[name] ?? standardHandlers[name];
    if (!(name in standardHandlers)) apiCalls.push({ name, url, body, headers });
    if (!handler) {
      problems.push(`No handler responds to ${name}.`);
      return new Response(JSON.stringify({ code: 'not_found', message: name }), { status: 404 });
    }
    const query = new URLSearchParams(url.split('?')[1]);
    const reply = await handler({ body, headers, query, signal: init.signal ?? null });
    checkResponse(name, reply);
    const [status, response, more] = reply;
    const text = response === undefined ? null : JSON.stringify(response);
    return new Response(text, { status, headers: { 'Content-Type': 'application/json', ...more } });
  }) as typeof fetch;
  return apiCalls;
};
