import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { controlRoutes, type ControlContext } from '../control/control-routes.js';
import { hostedPage } from '../hosted/pages.js';
import { isDiskFull } from '../storage/file-errors.js';
import type { ApiResponse, ApiRequest } from './api.js';
import { StripeApiError } from './api-error.js';

const LOOPBACK_HOST = /^(127(\.\d{1,3}){3}|\[::1\]|localhost)(:\d+)?$/;
const LOOPBACK_ORIGIN = /^https?:\/\/(127(\.\d{1,3}){3}|\[::1\]|localhost)(:\d+)?$/;

/** Lets pages from loopback origins call the browser routes. */
function crossOriginHeaders(requestOrigin: string | undefined): Record<string, string> {
  if (!requestOrigin || !LOOPBACK_ORIGIN.test(requestOrigin)) return {};
  return {
    'access-control-allow-origin': requestOrigin,
    'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
    'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
    'access-control-max-age': '600',
    vary: 'origin',
  };
}

const sendJsonResponse = (
  httpResponse: ServerResponse,
  httpStatus: number,
  responseBody: unknown,
) =>
  httpResponse
    .writeHead(httpStatus, { 'content-type': 'application/json' })
    .end(`${JSON.stringify(responseBody, undefined, 2)}\n`);

const buildProblem = (errorMessage: string) => ({
  error: { type: 'invalid_request_error', message: errorMessage },
});

async function serveControl(
  controlContext: ControlContext,
  httpRequest: IncomingMessage,
  httpResponse: ServerResponse,
  requestPath: string,
) {
  // Browsers send a preflight for this content type, which is denied, so other sites cannot use the
  // control routes.
  const isJsonRequest = httpRequest.headers['content-type']?.startsWith('application/json');
  if (httpRequest.method !== 'GET' && !isJsonRequest)
    return sendJsonResponse(
      httpResponse,
      415,
      buildProblem('Control routes accept only application/json.'),
    );
  const [, , resourceName = '', resourceId = '', actionName] = requestPath.split('/');
  const routePatterns = actionName
    ? [`/_control/${resourceName}/:id/${actionName}`]
    : resourceId
      ? [`/_control/${resourceName}/${resourceId}`]
      : [requestPath];
  const controlRoute = controlRoutes[`${httpRequest.method} ${routePatterns[0]}`];
  if (!controlRoute)
    return sendJsonResponse(
      httpResponse,
      404,
      buildProblem(
        `${httpRequest.method} ${requestPath} does not exist; see the README for the control routes.`,
      ),
    );
  try {
    const bodyText = await textOf(httpRequest);
    const callResult = await controlRoute(
      controlContext,
      bodyText ? (JSON.parse(bodyText) as Record<string, unknown>) : {},
      decodeURIComponent(resourceId),
    );
    controlContext.engine.wake();
    sendJsonResponse(httpResponse, 200, callResult);
  } catch (error) {
    if (error instanceof StripeApiError)
      return sendJsonResponse(httpResponse, error.status, { error: error.body });
    if (error instanceof SyntaxError)
      return sendJsonResponse(httpResponse, 400, buildProblem(error.message));
    throw error;
  }
}

async function serveHostedPage(
  controlContext: ControlContext,
  httpRequest: IncomingMessage,
  httpResponse: ServerResponse,
  requestUrl: URL,
) {
  const formText = Object.fromEntries(new URLSearchParams(await textOf(httpRequest)));
  const queryFields = Object.fromEntries(requestUrl.searchParams);
  const hostedResult = controlContext.engine.run((state) =>
    hostedPage(state, httpRequest.method ?? '', requestUrl.pathname, queryFields, formText),
  );
  if ('to' in hostedResult) return httpResponse.writeHead(303, { location: hostedResult.to }).end();
  return httpResponse
    .writeHead(hostedResult.status, { 'content-type': 'text/html; charset=utf-8' })
    .end(hostedResult.html);
}

async function serveApi(
  respondToApi: (apiRequest: ApiRequest) => Promise<ApiResponse>,
  httpRequest: IncomingMessage,
  httpResponse: ServerResponse,
  requestUrl: URL,
) {
  const { method = '', headers } = httpRequest;
  const bodyText = await textOf(httpRequest);
  const formText = method === 'POST' ? bodyText : requestUrl.search.slice(1);
  const callResult = await respondToApi({
    method,
    path: requestUrl.pathname,
    form: formText,
    headers: headers as ApiRequest['headers'],
  });
  if (!callResult) return httpRequest.socket.destroy();
  return httpResponse
    .writeHead(callResult.status, {
      'content-type': 'application/json',
      ...crossOriginHeaders(headers.origin),
      ...callResult.headers,
    })
    .end(callResult.body);
}

async function serveRequest(
  controlContext: ControlContext,
  respondToApi: (apiRequest: ApiRequest) => Promise<ApiResponse>,
  httpRequest: IncomingMessage,
  httpResponse: ServerResponse,
) {
  const requestUrl = new URL(httpRequest.url ?? '/', 'http://localhost');
  // Prevents DNS rebinding: a web page could resolve its own host name to this machine.
  if (!LOOPBACK_HOST.test(httpRequest.headers.host ?? ''))
    return sendJsonResponse(
      httpResponse,
      403,
      buildProblem('Use a loopback address to call the stand-in.'),
    );
  if (httpRequest.method === 'OPTIONS')
    return httpResponse.writeHead(204, crossOriginHeaders(httpRequest.headers.origin)).end();
  if (requestUrl.pathname === '/_control' || requestUrl.pathname.startsWith('/_control/'))
    return serveControl(controlContext, httpRequest, httpResponse, requestUrl.pathname);
  if (requestUrl.pathname.startsWith('/hosted/'))
    return serveHostedPage(controlContext, httpRequest, httpResponse, requestUrl);
  return serveApi(respondToApi, httpRequest, httpResponse, requestUrl);
}

export type Listener = Readonly<{ port: number; close: () => Promise<void> }>;

/**
 * Listens on a loopback port; 0 picks a free one. Rejects with the system error if the port is
 * taken.
 */
export async function startListener(
  controlContext: ControlContext,
  respondToApi: (apiRequest: ApiRequest) => Promise<ApiResponse>,
  { host, port }: { host: string; port: number },
): Promise<Listener> {
  const httpServer: Server = createServer((httpRequest, httpResponse) => {
    serveRequest(controlContext, respondToApi, httpRequest, httpResponse).catch(
      (serverError: Error) => {
        const problem = isDiskFull(serverError)
          ? 'nothing was stored: the disk is full'
          : serverError.stack;
        console.error(
          `stripe stand-in: warning: ${httpRequest.method} ${httpRequest.url}: ${problem}`,
        );
        if (httpResponse.headersSent) httpResponse.destroy();
        else
          sendJsonResponse(httpResponse, 500, {
            error: { type: 'api_error', message: `The stand-in failed: ${serverError.message}` },
          });
      },
    );
  });
  httpServer.keepAliveTimeout = 60_000;
  await once(httpServer.listen(port, host), 'listening');
  return {
    port: (httpServer.address() as AddressInfo).port,
    async close() {
      const serverClosed = once(httpServer, 'close');
      httpServer.close();
      httpServer.closeAllConnections();
      await serverClosed;
    },
  };
}
