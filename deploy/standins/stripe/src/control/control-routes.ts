import type Stripe from 'stripe';
import { setTransfers } from '../connect/account-routes.js';
import type { Engine } from '../engine.js';
import { invalidRequest } from '../http/refusal.js';
import { routes } from '../http/routes.js';
import { closeDispute, openDispute } from '../payments/dispute.js';
import { failRefund } from '../payments/refund-routes.js';
import { CALM, type Weather } from '../webhooks/weather.js';
import { NOTHING_MET } from '../webhooks/outbox.js';
import { newEvent } from '../webhooks/event.js';
import { find } from '../world.js';
import { pass } from './authentications.js';
import { renewNow } from './renewals.js';
import type { Fault, Faults } from './faults.js';
import type { RequestLog } from './request-log.js';

export type Control = Readonly<{ engine: Engine; faults: Faults; log: RequestLog }>;
type Body = Readonly<Record<string, unknown>>;
type ControlRoute = (control: Control, body: Body, id: string) => unknown;

const wrong = (message: string) => invalidRequest(message);

/** A field of a body, of one type or refused. */
function field<Value>(body: Body, name: string, is: (value: unknown) => value is Value): Value {
  const value = body[name];
  if (!is(value)) throw wrong(`'${name}' is missing or malformed`);
  return value;
}
const isText = (value: unknown): value is string => typeof value === 'string';
const isSeconds = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

const FAULT_FIELDS = [
  'call',
  'when',
  'status',
  'cut',
  'slow_ms',
  'should_retry',
  'times',
  'fraction',
  'seed',
];
const WEATHER_FIELDS = ['seed', 'types', 'lose', 'duplicate', 'delay', 'reorder'];

function onlyFields(body: Body, known: readonly string[]): void {
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown) throw wrong(`unknown field '${unknown}'; known are ${known.join(', ')}`);
}

function faultOf(body: Body): Fault {
  onlyFields(body, FAULT_FIELDS);
  const fault = body as unknown as Fault;
  if (fault.call !== '*' && !Object.hasOwn(routes, fault.call))
    throw wrong(`'${fault.call}' is no call of the stand-in`);
  if (fault.when !== 'before' && fault.when !== 'after') throw wrong("'when' is before or after");
  const kinds = [fault.status, fault.cut, fault.slow_ms].filter((kind) => kind !== undefined);
  if (kinds.length !== 1) throw wrong("give one of 'status', 'cut' and 'slow_ms'");
  const isServerError = fault.status === undefined || (fault.status >= 500 && fault.status <= 599);
  if (!isServerError && !(fault.when === 'before' && [402, 409, 429].includes(fault.status!)))
    throw wrong("'status' is from 500 to 599, or 402, 409 or 429 before the call took effect");
  return fault;
}

function weatherOf(body: Body): Weather {
  onlyFields(body, WEATHER_FIELDS);
  const weather = { ...CALM, ...body } as Weather;
  if (weather.delay && !isSeconds(weather.delay.seconds))
    throw wrong("'delay' needs its 'seconds'");
  return weather;
}

const state = ({ engine, faults }: Control) => ({
  now: engine.clock.now(),
  faults: faults.all(),
  webhooks: engine.settings.get('weather', CALM),
  met: engine.settings.get('met', NOTHING_MET),
});

/** The routes of tests; the README describes them. */
export const controlRoutes: Readonly<Record<string, ControlRoute>> = {
  'GET /_control': state,
  'POST /_control/clock': ({ engine }, body) => {
    engine.advance(field(body, 'advance', isSeconds));
    return { now: engine.clock.now() };
  },
  'POST /_control/faults': (control, body) => {
    control.faults.add(faultOf(body));
    return state(control);
  },
  'DELETE /_control/faults': (control) => {
    control.faults.clear();
    return state(control);
  },
  'POST /_control/webhooks': (control, body) => {
    control.engine.settings.set('weather', weatherOf(body));
    control.engine.settings.set('met', NOTHING_MET);
    return state(control);
  },
  'DELETE /_control/webhooks': (control) => {
    control.engine.settings.set('weather', CALM);
    return state(control);
  },
  'GET /_control/deliveries': ({ engine }) => ({ data: engine.deliveries.all() }),
  'POST /_control/deliveries/flush': async ({ engine }) => {
    engine.deliveries.hasten(engine.clock.now());
    await engine.post.settled();
    return { data: engine.deliveries.all() };
  },
  'GET /_control/requests': ({ log }) => ({ data: log.all() }),
  'DELETE /_control/requests': ({ log }) => {
    log.clear();
    return { data: [] };
  },
  'POST /_control/refunds/:id/fail': ({ engine }, body, id) =>
    engine.run((world) => failRefund(world, id, isText(body.reason) ? body.reason : undefined)),
  'POST /_control/charges/:id/dispute': ({ engine }, body, id) =>
    engine.run((world) => openDispute(world, id, isText(body.reason) ? body.reason : undefined)),
  'POST /_control/disputes/:id/close': ({ engine }, body, id) => {
    const status = field(
      body,
      'status',
      (value): value is 'won' | 'lost' => value === 'won' || value === 'lost',
    );
    return engine.run((world) => closeDispute(world, id, status));
  },
  'POST /_control/subscriptions/:id/renew': ({ engine }, body, id) => {
    const outcome = field(
      body,
      'outcome',
      (value): value is 'paid' | 'fails' => value === 'paid' || value === 'fails',
    );
    return engine.run((world) => renewNow(world, id, outcome));
  },
  'POST /_control/accounts/:id/transfers': ({ engine }, body, id) => {
    const status = field(body, 'status', (value): value is 'active' | 'inactive' | 'pending' =>
      ['active', 'inactive', 'pending'].includes(value as string),
    );
    return engine.run((world) => setTransfers(world, id, status));
  },
  'POST /_control/intents/:id/authenticate': ({ engine }, body, id) => {
    const passed = field(body, 'passed', (value): value is boolean => typeof value === 'boolean');
    return engine.run((world) => pass(world, id, passed));
  },
  'POST /_control/events': ({ engine }, body) =>
    engine.run((world) => {
      const type = field(body, 'type', isText) as Stripe.Event['type'];
      const about = body.object;
      const object = isText(about) ? world.objects.any(about) : (about as object | undefined);
      if (!object) throw wrong("'object' is an object, or the id of one that is here");
      const age = body.age === undefined ? 0 : field(body, 'age', isSeconds);
      const account = isText(body.account) ? body.account : undefined;
      const cause = { id: null, idempotency_key: null };
      const event = newEvent(type, object, { now: world.now - age, cause, account });
      engine.deliveries.send(event, world.now);
      return event;
    }),
  'POST /_control/events/:id/resend': ({ engine }, _body, id) =>
    engine.run((world) => {
      const event = find(world, 'event', id);
      engine.deliveries.send(event, world.now);
      return event;
    }),
};
