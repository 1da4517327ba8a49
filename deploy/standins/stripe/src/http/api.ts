import { faultBody, slow, type Fault, type Faults } from '../control/faults.js';
import type { RequestLog } from '../control/request-log.js';
import type { Engine } from '../engine.js';
import { atomically } from '../storage/database.js';
import { API_VERSION, type Cause } from '../webhooks/event.js';
import { newId, type World } from '../world.js';
import { isBrowser, secretKeyRequired, type Keys } from './authentication.js';
import { browserView, checkClientSecret } from './browser-view.js';
import { expand } from './expand.js';
import { parseForm, type Param } from './form.js';
import { fingerprint, type Idempotency, type Kept } from './idempotency.js';
import { listOf, readShape, required, text } from './parameters.js';
import { InvalidParameter, invalidRequest, Refusal, unsupported } from './refusal.js';
import type { matcher } from './route.js';

export type ApiRequest = Readonly<{
  method: string;
  path: string;
  /** The query of a GET or DELETE, the body of a POST: form-encoded. */
  form: string;
  headers: Readonly<Record<string, string | undefined>>;
}>;

/** What goes out; undefined when the connection is cut. */
export type ApiAnswer =
  Readonly<{ status: number; body: string; headers: Readonly<Record<string, string>> }> | undefined;

type Parts = Readonly<{
  engine: Engine;
  keys: Keys;
  faults: Faults;
  idempotency: Idempotency;
  log: RequestLog;
  match: ReturnType<typeof matcher>;
}>;

const errorBody = (refusal: Refusal) => ({ error: refusal.body });
const paths = listOf(required(text));

/** Trying again after most 500s is in vain, since their keys keep them; Stripe says so. */
const retryAdvice = (
  status: number,
  advice = status >= 500 ? false : undefined,
): Record<string, string> =>
  advice === undefined ? {} : { 'stripe-should-retry': String(advice) };

/** A call that can run: who makes it, where it leads, and its parameters. */
function prepare({ engine, keys, match }: Parts, { method, path, form, headers }: ApiRequest) {
  let params: { [name: string]: Param };
  try {
    params = parseForm(form);
  } catch (error) {
    throw invalidRequest((error as Error).message);
  }
  const { expand: wanted, key, client_secret: secret, ...rest } = params;
  const inBrowser = isBrowser(headers.authorization, key, keys);
  const found = match(method, path);
  if (!found)
    throw invalidRequest(unsupported(`Unrecognized request URL (${method}: ${path}).`), {}, 404);
  if (headers['stripe-account'])
    throw invalidRequest(
      unsupported('Calls on behalf of connected accounts (Stripe-Account) are not supported.'),
    );
  if (inBrowser && !found.route.browser) throw secretKeyRequired();
  if (inBrowser) checkClientSecret({ objects: engine.objects } as World, path, found.id, secret);
  const values = readShape(
    found.route.shape,
    inBrowser ? rest : { ...rest, ...(secret && { client_secret: secret }) },
  );
  const expansions = wanted === undefined ? [] : paths.read(wanted, 'expand');
  return { ...found, inBrowser, values, expansions };
}
type Prepared = ReturnType<typeof prepare>;

/** Runs a call. A refusal undoes what it did, unless it takes effect. */
function execute(
  engine: Engine,
  world: World,
  { route, values, id, child, expansions, inBrowser }: Prepared,
) {
  const view = (body: object) => (inBrowser ? browserView(body) : body);
  let effective: Refusal | undefined;
  try {
    const body = atomically(engine.database, () => {
      try {
        return expand(world, route.run(world, values as never, id, child), expansions);
      } catch (error) {
        if (!(error instanceof Refusal && error.takesEffect)) throw error;
        effective = error;
        return errorBody(error);
      }
    });
    return { status: effective?.status ?? 200, body: view(body), keeps: true };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return {
      status: error.status,
      body: view(errorBody(error)),
      keeps: !(error instanceof InvalidParameter),
    };
  }
}

/** Answers one request to the API as Stripe would, or as the fault says that it meets. */
export async function answer(parts: Parts, request: ApiRequest): Promise<ApiAnswer> {
  const { engine, faults, idempotency, log } = parts;
  const { method, path } = request;
  const key = method === 'POST' ? request.headers['idempotency-key'] : undefined;
  const cause: Cause = { id: newId('req'), idempotency_key: key ?? null };
  const common = {
    'request-id': cause.id!,
    'stripe-version': request.headers['stripe-version'] ?? API_VERSION,
    ...(key && { 'idempotency-key': key }),
  };
  const note = (status: number | null, fault?: Fault, replayed = false) =>
    log.add({
      id: cause.id!,
      method,
      path,
      idempotency_key: key ?? null,
      status,
      replayed,
      fault: fault ?? null,
      created: engine.clock.now(),
    });
  const reply = (
    status: number,
    body: string,
    headers: Record<string, string> = {},
  ): ApiAnswer => ({
    status,
    body,
    headers: { ...common, ...headers },
  });
  const replay = ({ request: original, status, body }: Kept) => {
    note(status, undefined, true);
    return reply(status, body, {
      'idempotent-replayed': 'true',
      'original-request': original,
      ...retryAdvice(status),
    });
  };

  try {
    const print = fingerprint(method, path, request.form);
    const prepared = prepare(parts, request);
    const kept = key && idempotency.look(key, print, engine.clock.now());
    if (kept) return replay(kept);
    const fault = faults.meet(prepared.name);
    if (key) idempotency.begin(key);
    try {
      await slow(fault, 'before');
      if (fault?.cut && fault.when === 'before') return void note(null, fault);
      const outcome = engine.run(
        (world) => {
          const isStopped = fault?.status !== undefined && fault.when === 'before';
          const done = isStopped
            ? {
                status: fault.status!,
                body: faultBody(fault.status!),
                keeps: fault.status !== 429 && fault.status !== 409,
              }
            : execute(engine, world, prepared);
          const isHidden = fault?.status !== undefined && fault.when === 'after';
          const { status, body } = isHidden
            ? { status: fault.status!, body: faultBody(fault.status!) }
            : done;
          const sent = JSON.stringify(body, undefined, 2);
          if (key && done.keeps)
            idempotency.keep(
              key,
              print,
              { request: cause.id!, status, body: sent },
              engine.clock.now(),
            );
          note(fault?.cut ? null : status, fault);
          return { status, sent };
        },
        { cause, inBrowser: prepared.inBrowser },
      );
      await slow(fault, 'after');
      if (fault?.cut) return undefined;
      return reply(outcome.status, outcome.sent, retryAdvice(outcome.status, fault?.should_retry));
    } finally {
      if (key) idempotency.end(key);
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    note(error.status);
    return reply(error.status, JSON.stringify(errorBody(error), undefined, 2));
  }
}
