import type Stripe from 'stripe';
import { setPayoutsEnabled, setTransferCapability } from '../connect/account.js';
import type { Engine } from '../engine.js';
import { invalidRequest } from '../http/api-error.js';
import { stripeRoutes } from '../http/routes.js';
import { bookTransaction } from '../payments/balance.js';
import { setCaptureDelay } from '../payments/capture.js';
import {
  advanceDispute,
  DISPUTE_STATUSES,
  openDispute,
  type DisputeStatus,
} from '../payments/dispute.js';
import { warnOfFraud } from '../payments/fraud-warning.js';
import { arrivePayout, failPayout } from '../payments/payout.js';
import { advanceRefund } from '../payments/refund.js';
import { NO_DELIVERY_RULES, type DeliveryRules } from '../webhooks/delivery-rules.js';
import { NO_DELIVERY_FAULTS } from '../webhooks/outbox.js';
import { buildEvent } from '../webhooks/event.js';
import { findObject } from '../state.js';
import { loadDatabase } from '../storage/database.js';
import { completeAuthentication } from './authentications.js';
import { renewSubscriptionNow } from './renewals.js';
import type { CallFault, FaultStore } from './faults.js';
import type { RequestLog } from './request-log.js';

export type ControlContext = Readonly<{ engine: Engine; faults: FaultStore; log: RequestLog }>;
type ControlBody = Readonly<Record<string, unknown>>;
type ControlRoute = (
  controlContext: ControlContext,
  requestBody: ControlBody,
  pathId: string,
) => unknown;

const invalidControl = (errorMessage: string) => invalidRequest(errorMessage);

/** Reads a field of the expected type. Throws 400 if it is missing or malformed. */
function readControlField<Value>(
  requestBody: ControlBody,
  fieldName: string,
  isExpected: (fieldValue: unknown) => fieldValue is Value,
): Value {
  const fieldValue = requestBody[fieldName];
  if (!isExpected(fieldValue)) throw invalidControl(`'${fieldName}' is missing or malformed`);
  return fieldValue;
}
const isString = (candidate: unknown): candidate is string => typeof candidate === 'string';
const isBoolean = (candidate: unknown): candidate is boolean => typeof candidate === 'boolean';
const isCents = (candidate: unknown): candidate is number => Number.isSafeInteger(candidate);
const isSeconds = (candidate: unknown): candidate is number =>
  Number.isSafeInteger(candidate) && (candidate as number) >= 0;

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
const DELIVERY_RULE_FIELDS = ['seed', 'types', 'lose', 'duplicate', 'delay', 'reorder'];

function refuseUnknownFields(requestBody: ControlBody, allowedNames: readonly string[]): void {
  const unknownName = Object.keys(requestBody).find(
    (fieldName) => !allowedNames.includes(fieldName),
  );
  if (unknownName)
    throw invalidControl(`unknown field '${unknownName}'; allowed are ${allowedNames.join(', ')}`);
}

function parseFault(requestBody: ControlBody): CallFault {
  refuseUnknownFields(requestBody, FAULT_FIELDS);
  const faultDefinition = requestBody as unknown as CallFault;
  if (faultDefinition.call !== '*' && !Object.hasOwn(stripeRoutes, faultDefinition.call))
    throw invalidControl(`'${faultDefinition.call}' is not a call of the stand-in`);
  if (faultDefinition.when !== 'before' && faultDefinition.when !== 'after')
    throw invalidControl("'when' must be before or after");
  const givenKinds = [faultDefinition.status, faultDefinition.cut, faultDefinition.slow_ms].filter(
    (faultKind) => faultKind !== undefined,
  );
  if (givenKinds.length !== 1)
    throw invalidControl("exactly one of 'status', 'cut', and 'slow_ms' is required");
  const isServerError =
    faultDefinition.status === undefined ||
    (faultDefinition.status >= 500 && faultDefinition.status <= 599);
  if (
    !isServerError &&
    !(faultDefinition.when === 'before' && [402, 409, 429].includes(faultDefinition.status!))
  )
    throw invalidControl("'status' must be from 500 to 599, or 402, 409, or 429 before the call");
  return faultDefinition;
}

function parseDeliveryRules(requestBody: ControlBody): DeliveryRules {
  refuseUnknownFields(requestBody, DELIVERY_RULE_FIELDS);
  const deliveryRules = { ...NO_DELIVERY_RULES, ...requestBody } as DeliveryRules;
  if (deliveryRules.delay && !isSeconds(deliveryRules.delay.seconds))
    throw invalidControl("'delay' requires 'seconds'");
  return deliveryRules;
}

const controlStatus = ({ engine, faults }: ControlContext) => ({
  now: engine.clock.now(),
  faults: faults.all(),
  webhooks: engine.settings.get('weather', NO_DELIVERY_RULES),
  met: engine.settings.get('met', NO_DELIVERY_FAULTS),
});

const isDisputeStatus = (candidate: unknown): candidate is DisputeStatus =>
  DISPUTE_STATUSES.includes(candidate as DisputeStatus);

const advanceDisputeByControl: ControlRoute = ({ engine }, requestBody, pathId) => {
  refuseUnknownFields(requestBody, ['status', 'returns_fee']);
  const requestedStatus = readControlField(requestBody, 'status', isDisputeStatus);
  const returnsFee = requestBody.returns_fee !== false;
  return engine.run((state) => advanceDispute(state, pathId, requestedStatus, returnsFee));
};

const isFirstRefundStatus = (
  candidate: unknown,
): candidate is 'succeeded' | 'pending' | 'requires_action' =>
  ['succeeded', 'pending', 'requires_action'].includes(candidate as string);

/** The transactions that Stripe makes on its own, and their reporting categories. */
const OWN_TRANSACTIONS = {
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'tax',
  reserve_hold: 'risk_reserved_funds',
  reserve_release: 'risk_reserved_funds',
  reserve_transaction: 'risk_reserved_funds',
  reserved_funds: 'risk_reserved_funds',
} as const;

const isOwnTransaction = (candidate: unknown): candidate is keyof typeof OWN_TRANSACTIONS =>
  isString(candidate) && Object.hasOwn(OWN_TRANSACTIONS, candidate);

/** Control routes for tests; see the README. */
export const controlRoutes: Readonly<Record<string, ControlRoute>> = {
  'GET /_control': controlStatus,
  'POST /_control/clock': async ({ engine }, requestBody) => {
    await engine.advance(readControlField(requestBody, 'advance', isSeconds));
    return { now: engine.clock.now() };
  },
  'POST /_control/load': ({ engine }, requestBody) => {
    loadDatabase(engine.database, readControlField(requestBody, 'file', isString));
    engine.wake();
    return { loaded: true };
  },
  'POST /_control/faults': (controlContext, requestBody) => {
    controlContext.faults.add(parseFault(requestBody));
    return controlStatus(controlContext);
  },
  'DELETE /_control/faults': (controlContext) => {
    controlContext.faults.clear();
    return controlStatus(controlContext);
  },
  'POST /_control/webhooks': (controlContext, requestBody) => {
    controlContext.engine.settings.set('weather', parseDeliveryRules(requestBody));
    controlContext.engine.settings.set('met', NO_DELIVERY_FAULTS);
    return controlStatus(controlContext);
  },
  'DELETE /_control/webhooks': (controlContext) => {
    controlContext.engine.settings.set('weather', NO_DELIVERY_RULES);
    return controlStatus(controlContext);
  },
  'GET /_control/deliveries': ({ engine }) => ({ data: engine.deliveries.all() }),
  'POST /_control/deliveries/flush': async ({ engine }) => {
    engine.deliveries.hasten(engine.clock.now());
    await engine.courier.waitUntilIdle();
    return { data: engine.deliveries.all() };
  },
  'GET /_control/requests': ({ log }) => ({ data: log.all() }),
  'DELETE /_control/requests': ({ log }) => {
    log.clear();
    return { data: [] };
  },
  'POST /_control/refunds/:id/fail': ({ engine }, requestBody, pathId) =>
    engine.run((state) =>
      advanceRefund(
        state,
        pathId,
        'failed',
        isString(requestBody.reason) ? requestBody.reason : undefined,
      ),
    ),
  'POST /_control/charges/:id/fraud_warning': ({ engine }, requestBody, pathId) =>
    engine.run((state) =>
      warnOfFraud(state, pathId, isString(requestBody.type) ? requestBody.type : undefined),
    ),
  'POST /_control/captures': ({ engine }, requestBody) => {
    const seconds = readControlField(requestBody, 'delay', isSeconds);
    return engine.run((state) => setCaptureDelay(state, seconds));
  },
  'POST /_control/fees': ({ engine }, requestBody) => {
    refuseUnknownFields(requestBody, ['amount', 'type']);
    const amount = readControlField(requestBody, 'amount', isCents);
    const { type = 'stripe_fee' } = requestBody;
    if (!isOwnTransaction(type))
      throw invalidControl(`'type' must be one of ${Object.keys(OWN_TRANSACTIONS).join(', ')}`);
    return engine.run((state) =>
      bookTransaction(state, {
        type,
        reporting_category: OWN_TRANSACTIONS[type],
        amount: -amount,
        currency: 'usd',
        source: null,
      }),
    );
  },
  'POST /_control/refunds/:id/succeed': ({ engine }, _body, pathId) =>
    engine.run((state) => advanceRefund(state, pathId, 'succeeded')),
  'POST /_control/charges/:id/dispute': ({ engine }, requestBody, pathId) =>
    engine.run((state) => {
      refuseUnknownFields(requestBody, ['reason', 'amount', 'status']);
      return openDispute(state, pathId, requestBody);
    }),
  'POST /_control/charges/:id/refunds': ({ engine }, requestBody, pathId) => {
    const firstStatus = readControlField(requestBody, 'status', isFirstRefundStatus);
    return engine.run((state) => {
      findObject(state, 'charge', pathId);
      return state.objects.put('_refund_start', { id: `refunds:${pathId}`, status: firstStatus });
    });
  },
  'POST /_control/disputes/:id/close': advanceDisputeByControl,
  'POST /_control/disputes/:id/status': advanceDisputeByControl,
  'POST /_control/subscriptions/:id/renew': ({ engine }, requestBody, pathId) => {
    const renewalOutcome = readControlField(
      requestBody,
      'outcome',
      (candidate): candidate is 'paid' | 'fails' => candidate === 'paid' || candidate === 'fails',
    );
    return engine.run((state) => renewSubscriptionNow(state, pathId, renewalOutcome));
  },
  'POST /_control/accounts/:id/transfers': ({ engine }, requestBody, pathId) => {
    const requestedStatus = readControlField(
      requestBody,
      'status',
      (candidate): candidate is 'active' | 'inactive' | 'pending' =>
        ['active', 'inactive', 'pending'].includes(candidate as string),
    );
    return engine.run((state) => setTransferCapability(state, pathId, requestedStatus));
  },
  'POST /_control/accounts/:id/payouts': ({ engine }, requestBody, pathId) => {
    const areEnabled = readControlField(requestBody, 'enabled', isBoolean);
    return engine.run((state) => setPayoutsEnabled(state, pathId, areEnabled));
  },
  'POST /_control/accounts/:id/balance': ({ engine }, requestBody, pathId) => {
    const amount = readControlField(requestBody, 'amount', isCents);
    return engine.run((state) => {
      findObject(state, 'account', pathId);
      const category = { type: 'adjustment', reporting_category: 'other_adjustment' } as const;
      return bookTransaction(state, { ...category, amount, currency: 'usd', source: null }, pathId);
    });
  },
  'POST /_control/payouts/:id/pay': ({ engine }, _body, pathId) =>
    engine.run((state) => arrivePayout(state, pathId)),
  'POST /_control/payouts/:id/fail': ({ engine }, requestBody, pathId) =>
    engine.run((state) =>
      failPayout(state, pathId, isString(requestBody.code) ? requestBody.code : undefined),
    ),
  'POST /_control/intents/:id/authenticate': ({ engine }, requestBody, pathId) => {
    const isAuthenticated = readControlField(requestBody, 'passed', isBoolean);
    return engine.run((state) => completeAuthentication(state, pathId, isAuthenticated));
  },
  'POST /_control/events': ({ engine }, requestBody) =>
    engine.run((state) => {
      const eventType = readControlField(requestBody, 'type', isString) as Stripe.Event['type'];
      const objectOption = requestBody.object;
      const eventObject = isString(objectOption)
        ? state.objects.any(objectOption)
        : (objectOption as object | undefined);
      if (!eventObject)
        throw invalidControl("'object' must be an object or the id of a stored one");
      const ageSeconds =
        requestBody.age === undefined ? 0 : readControlField(requestBody, 'age', isSeconds);
      const connectedAccount = isString(requestBody.account) ? requestBody.account : undefined;
      const eventCause = { id: null, idempotency_key: null };
      const storedEvent = buildEvent(eventType, eventObject, {
        now: state.now - ageSeconds,
        cause: eventCause,
        account: connectedAccount,
      });
      engine.deliveries.enqueueEvent(storedEvent, state.now);
      return storedEvent;
    }),
  'POST /_control/events/:id/resend': ({ engine }, _body, pathId) =>
    engine.run((state) => {
      const storedEvent = findObject(state, 'event', pathId);
      engine.deliveries.enqueueEvent(storedEvent, state.now);
      return storedEvent;
    }),
};
