import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { controlRoutes, type Control } from '../control/control-routes.js';
import { hostedPage } from '../hosted/pages.js';
import type { ApiAnswer, ApiRequest } from './api.js';
import { Refusal } from './refusal.js';

const LOOPBACK_HOST = /^(127(\.\d{1,3}){3}|\[::1\]|localhost)(:\d+)?$/;
const LOOPBACK_ORIGIN = /^https?:\/\/(127(\.\d{1,3}){3}|\[::1\]|localhost)(:\d+)?$/;

/** The pages of a loopback address may call the routes for browsers. */
function crossOrigin(origin: string | undefined): Record<string, string> {
  if (!origin || !LOOPBACK_ORIGIN.test(origin)) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
    'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
    'access-control-max-age': '600',
    vary: 'origin',
  };
}

const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(`${JSON.stringify(body, undefined, 2)}\n`);

const problem = (message: string) => ({ error: { type: 'invalid_request_error', message } });

async function control(
  parts: Control,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
) {
  // A page of another site cannot send this type of content without being asked first, and is told no.
  const isJson = request.headers['content-type']?.startsWith('application/json');
  if (request.method !== 'GET' && !isJson)
    return sendJson(response, 415, problem('The control route takes application/json.'));
  const [, , what = '', id = '', verb] = path.split('/');
  const patterns = verb
    ? [`/_control/${what}/:id/${verb}`]
    : id
      ? [`/_control/${what}/${id}`]
      : [path];
  const route = controlRoutes[`${request.method} ${patterns[0]}`];
  if (!route)
    return sendJson(
      response,
      404,
      problem(`There is no ${request.method} ${path}; the README lists the control routes.`),
    );
  try {
    const body = await textOf(request);
    const result = await route(
      parts,
      body ? (JSON.parse(body) as Record<string, unknown>) : {},
      decodeURIComponent(id),
    );
    parts.engine.wake();
    sendJson(response, 200, result);
  } catch (error) {
    if (error instanceof Refusal) return sendJson(response, error.status, { error: error.body });
    if (error instanceof SyntaxError) return sendJson(response, 400, problem(error.message));
    throw error;
  }
}

async function hosted(
  parts: Control,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) {
  const form = Object.fromEntries(new URLSearchParams(await textOf(request)));
  const query = Object.fromEntries(url.searchParams);
  const page = parts.engine.run((world) =>
    hostedPage(world, request.method ?? '', url.pathname, query, form),
  );
  if ('to' in page) return response.writeHead(303, { location: page.to }).end();
  return response
    .writeHead(page.status, { 'content-type': 'text/html; charset=utf-8' })
    .end(page.html);
}

async function api(
  answer: (request: ApiRequest) => Promise<ApiAnswer>,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) {
  const { method = '', headers } = request;
  const body = await textOf(request);
  const form = method === 'POST' ? body : url.search.slice(1);
  const result = await answer({
    method,
    path: url.pathname,
    form,
    headers: headers as ApiRequest['headers'],
  });
  if (!result) return request.socket.destroy();
  return response
    .writeHead(result.status, {
      'content-type': 'application/json',
      ...crossOrigin(headers.origin),
      ...result.headers,
    })
    .end(result.body);
}

async function serve(
  parts: Control,
  answer: (request: ApiRequest) => Promise<ApiAnswer>,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const url = new URL(request.url ?? '/', 'http://localhost');
  // Another name for this machine is how a page elsewhere would reach it.
  if (!LOOPBACK_HOST.test(request.headers.host ?? ''))
    return sendJson(response, 403, problem('Call the stand-in by a loopback address.'));
  if (request.method === 'OPTIONS')
    return response.writeHead(204, crossOrigin(request.headers.origin)).end();
  if (url.pathname === '/_control' || url.pathname.startsWith('/_control/'))
    return control(parts, request, response, url.pathname);
  if (url.pathname.startsWith('/hosted/')) return hosted(parts, request, response, url);
  return api(answer, request, response, url);
}

export type Listener = Readonly<{ port: number; close: () => Promise<void> }>;

/** Listens on a loopback port; 0 takes any free one. Rejects with the system's error when the port is taken. */
export async function listen(
  parts: Control,
  answer: (request: ApiRequest) => Promise<ApiAnswer>,
  { host, port }: { host: string; port: number },
): Promise<Listener> {
  const server: Server = createServer((request, response) => {
    serve(parts, answer, request, response).catch((error: Error) => {
      console.error(`stripe stand-in: warning: ${request.method} ${request.url}: ${error.stack}`);
      if (response.headersSent) response.destroy();
      else
        sendJson(response, 500, {
          error: { type: 'api_error', message: `The stand-in failed: ${error.message}` },
        });
    });
  });
  server.keepAliveTimeout = 60_000;
  await once(server.listen(port, host), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
