import {
  buildFaultBody,
  delayForFault,
  type CallFault,
  type FaultStore,
} from '../control/faults.js';
import type { RequestLog } from '../control/request-log.js';
import type { Engine } from '../engine.js';
import { runAtomically } from '../storage/database.js';
import { API_VERSION, type EventCause } from '../webhooks/event.js';
import { createId, type StripeState } from '../state.js';
import { authenticateBrowser, secretKeyRequired, type AcceptedKeys } from './authentication.js';
import { toBrowserView, assertClientSecret } from './browser-view.js';
import { expandObjects } from './expand.js';
import { parseForm, type FormParameter } from './form.js';
import { fingerprintRequest, type IdempotencyStore, type StoredResponse } from './idempotency.js';
import { listField, readShape, requiredField, textField } from './parameters.js';
import {
  InvalidParameterError,
  invalidRequest,
  StripeApiError,
  unsupportedMessage,
} from './api-error.js';
import type { createMatcher } from './route.js';

export type ApiRequest = Readonly<{
  method: string;
  path: string;
  /** Form-encoded: the query of a GET or DELETE, or the body of a POST. */
  form: string;
  headers: Readonly<Record<string, string | undefined>>;
}>;

/** The response; undefined if the connection is cut. */
export type ApiResponse =
  | Readonly<{ status: number; body: string; headers: Readonly<Record<string, string>> }>
  | undefined;

type ApiContext = Readonly<{
  engine: Engine;
  keys: AcceptedKeys;
  faults: FaultStore;
  idempotency: IdempotencyStore;
  log: RequestLog;
  match: ReturnType<typeof createMatcher>;
}>;

const buildErrorBody = (apiError: StripeApiError) => ({ error: apiError.body });
const expandShape = listField(requiredField(textField));

/**
 * Retrying most 500s is pointless, because their idempotency keys store them. Stripe says so in
 * this header.
 */
const retryHeaders = (
  httpStatus: number,
  shouldRetry = httpStatus >= 500 ? false : undefined,
): Record<string, string> =>
  shouldRetry === undefined ? {} : { 'stripe-should-retry': String(shouldRetry) };

/** Authenticates a call, finds its route, and reads its parameters. */
function prepareCall(
  { engine, keys, match }: ApiContext,
  { method, path, form, headers }: ApiRequest,
) {
  let formParameters: { [name: string]: FormParameter };
  try {
    formParameters = parseForm(form);
  } catch (error) {
    throw invalidRequest((error as Error).message);
  }
  const {
    expand: expandParameter,
    key,
    client_secret: clientSecret,
    ...callParameters
  } = formParameters;
  const isBrowserCall = authenticateBrowser(headers.authorization, key, keys);
  const routeMatch = match(method, path);
  if (!routeMatch)
    throw invalidRequest(
      unsupportedMessage(`Unrecognized request URL (${method}: ${path}).`),
      {},
      404,
    );
  const accountId = headers['stripe-account'] ?? null;
  if (accountId && !routeMatch.route.connected)
    throw invalidRequest(
      unsupportedMessage(
        'This call is not supported on behalf of connected accounts (Stripe-Account).',
      ),
    );
  if (accountId && !engine.objects.has('account', accountId))
    throw invalidRequest(
      `The provided key does not have access to account '${accountId}' (or that account does not exist).`,
      { code: 'account_invalid' },
      403,
    );
  if (isBrowserCall && !routeMatch.route.browser) throw secretKeyRequired();
  if (isBrowserCall)
    assertClientSecret(
      { objects: engine.objects } as StripeState,
      path,
      routeMatch.id,
      clientSecret,
    );
  const shapeValues = readShape(
    routeMatch.route.shape,
    isBrowserCall
      ? callParameters
      : { ...callParameters, ...(clientSecret && { client_secret: clientSecret }) },
  );
  const expansions =
    expandParameter === undefined ? [] : expandShape.parse(expandParameter, 'expand');
  return {
    ...routeMatch,
    inBrowser: isBrowserCall,
    account: accountId,
    values: shapeValues,
    expansions,
  };
}
type PreparedCall = ReturnType<typeof prepareCall>;

/** Runs a call. An error rolls back its changes unless the error takes effect. */
function executeCall(
  stripeEngine: Engine,
  state: StripeState,
  { route, values, id, child, expansions, inBrowser }: PreparedCall,
) {
  const viewBody = (responseBody: object) =>
    inBrowser ? toBrowserView(responseBody) : responseBody;
  let effectiveError: StripeApiError | undefined;
  try {
    const responseBody = runAtomically(stripeEngine.database, () => {
      try {
        return expandObjects(state, route.run(state, values as never, id, child), expansions);
      } catch (error) {
        if (!(error instanceof StripeApiError && error.takesEffect)) throw error;
        effectiveError = error;
        return buildErrorBody(error);
      }
    });
    return { status: effectiveError?.status ?? 200, body: viewBody(responseBody), keeps: true };
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
    return {
      status: error.status,
      body: viewBody(buildErrorBody(error)),
      keeps: !(error instanceof InvalidParameterError),
    };
  }
}

/** Responds to a request to the API as Stripe would, or with an injected fault. */
export async function respondToRequest(
  apiContext: ApiContext,
  apiRequest: ApiRequest,
): Promise<ApiResponse> {
  const { engine, faults, idempotency, log } = apiContext;
  const { method, path } = apiRequest;
  const idempotencyKey = method === 'POST' ? apiRequest.headers['idempotency-key'] : undefined;
  const eventCause: EventCause = { id: createId('req'), idempotency_key: idempotencyKey ?? null };
  const commonHeaders = {
    'request-id': eventCause.id!,
    'stripe-version': apiRequest.headers['stripe-version'] ?? API_VERSION,
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  };
  const logRequest = (httpStatus: number | null, metFault?: CallFault, isReplayed = false) =>
    log.add({
      id: eventCause.id!,
      method,
      path,
      idempotency_key: idempotencyKey ?? null,
      status: httpStatus,
      replayed: isReplayed,
      fault: metFault ?? null,
      created: engine.clock.now(),
    });
  const buildResponse = (
    httpStatus: number,
    bodyText: string,
    extraHeaders: Record<string, string> = {},
  ): ApiResponse => ({
    status: httpStatus,
    body: bodyText,
    headers: { ...commonHeaders, ...extraHeaders },
  });
  const replayResponse = ({ request: originalRequest, status, body }: StoredResponse) => {
    logRequest(status, undefined, true);
    return buildResponse(status, body, {
      'idempotent-replayed': 'true',
      'original-request': originalRequest,
      ...retryHeaders(status),
    });
  };

  try {
    const requestFingerprint = idempotencyKey
      ? fingerprintRequest(method, path, apiRequest.form)
      : '';
    const preparedCall = prepareCall(apiContext, apiRequest);
    const storedResponse =
      idempotencyKey &&
      idempotency.findResponse(idempotencyKey, requestFingerprint, engine.clock.now());
    if (storedResponse) return replayResponse(storedResponse);
    const metFault = faults.takeFault(preparedCall.name);
    if (idempotencyKey) idempotency.begin(idempotencyKey);
    try {
      await delayForFault(metFault, 'before');
      if (metFault?.cut && metFault.when === 'before') return void logRequest(null, metFault);
      const callOutcome = engine.run(
        (state) => {
          const isRefusedByFault = metFault?.status !== undefined && metFault.when === 'before';
          const callResult = isRefusedByFault
            ? {
                status: metFault.status!,
                body: buildFaultBody(metFault.status!),
                keeps: metFault.status !== 429 && metFault.status !== 409,
              }
            : executeCall(engine, state, preparedCall);
          const isHiddenByFault = metFault?.status !== undefined && metFault.when === 'after';
          const { status, body } = isHiddenByFault
            ? { status: metFault.status!, body: buildFaultBody(metFault.status!) }
            : callResult;
          const bodyText = JSON.stringify(body, undefined, 2);
          if (idempotencyKey && callResult.keeps)
            idempotency.storeResponse(
              idempotencyKey,
              requestFingerprint,
              { request: eventCause.id!, status, body: bodyText },
              engine.clock.now(),
            );
          return { status, sent: bodyText };
        },
        { cause: eventCause, inBrowser: preparedCall.inBrowser, account: preparedCall.account },
      );
      logRequest(metFault?.cut ? null : callOutcome.status, metFault);
      await delayForFault(metFault, 'after');
      if (metFault?.cut) return undefined;
      return buildResponse(
        callOutcome.status,
        callOutcome.sent,
        retryHeaders(callOutcome.status, metFault?.should_retry),
      );
    } finally {
      if (idempotencyKey) idempotency.end(idempotencyKey);
    }
  } catch (error) {
    if (!(error instanceof StripeApiError)) {
      logRequest(500);
      throw error;
    }
    logRequest(error.status);
    return buildResponse(error.status, JSON.stringify(buildErrorBody(error), undefined, 2));
  }
}
