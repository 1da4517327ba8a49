import { type ApiResponse, type StripeInProcess } from '@courtly/standin-stripe/in-process';
import Stripe from 'stripe';
import type { StripeClient } from '../../src/platform/stores/stripe.js';

/**
 * The caller of a call times out, and the call takes effect only later. Until then it is at Stripe,
 * which refuses other calls with its key, or it has not arrived there yet.
 */
export type Delay = Readonly<{ delayedSeconds: number; isAtStripe: boolean }>;

export const isDelay = (fault: CallFault | null | undefined): fault is Delay =>
  typeof fault === 'object' && fault !== null;

/**
 * The fault of one call: it fails before or after it takes effect, takes effect later, or Stripe or
 * the bank refuses it.
 */
export type CallFault =
  | 'request lost'
  | 'response lost'
  | 'error stored'
  | 'error after effect'
  | 'refused'
  | 'invalid'
  | 'card declined'
  | 'key in use'
  | Delay;

const refusal = (
  status: number,
  error: Readonly<Record<string, string>>,
): NonNullable<ApiResponse> => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error }),
});

/**
 * Stripe's responses for a restricted account, for an object that does not allow the call, for a
 * bank that declines to charge an authorized card, and for a key whose first call is still running.
 */
const refusals = {
  refused: refusal(403, {
    type: 'invalid_request_error',
    code: 'account_restricted',
    message: 'The account is restricted.',
  }),
  invalid: refusal(400, {
    type: 'invalid_request_error',
    code: 'resource_unavailable',
    message: 'This object cannot be changed now.',
  }),
  'card declined': refusal(402, {
    type: 'card_error',
    code: 'card_declined',
    message: 'The card was declined.',
  }),
  'key in use': refusal(409, {
    type: 'invalid_request_error',
    code: 'idempotency_key_in_use',
    message: 'There is currently another in-progress request using this Idempotent Key.',
  }),
} as const;

const isRefusal = (fault: CallFault | null): fault is keyof typeof refusals =>
  typeof fault === 'string' && fault in refusals;

/** A connection that ends without a response. */
class ConnectionLost extends Error {}

class InProcessResponse extends Stripe.HttpClientResponse {
  constructor(private readonly response: NonNullable<ApiResponse>) {
    super(response.status, response.headers);
  }

  override getRawResponse() {
    return this.response;
  }

  override toStream(onEnd: () => void) {
    onEnd();
    return this.response.body;
  }

  override async toJSON() {
    return JSON.parse(this.response.body) as unknown;
  }
}

export type Call = () => Promise<unknown>;

/** Hooks for a client's calls: `step` precedes and follows each of them. */
export type CallSurroundings = Readonly<{
  step: () => Promise<void>;
  letOthersAct: (method: string, path: string) => Promise<void>;
  nextFault: (method: string, path: string, idempotencyKey?: string) => CallFault | null;
  /** Makes the call of a caller that has timed out. */
  callLater: (delay: Delay, idempotencyKey: string | undefined, call: Call) => void;
}>;

/** Connects the official client to the stand-in. */
class InProcessHttpClient extends Stripe.HttpClient {
  constructor(
    private readonly stripe: Pick<StripeInProcess, 'respond' | 'control'>,
    private readonly surroundings: CallSurroundings,
  ) {
    super();
  }

  override getClientName() {
    return 'in-process';
  }

  override async makeRequest(
    _host: string,
    _port: string,
    path: string,
    method: string,
    headers: object,
    requestData: string,
  ) {
    await this.surroundings.step();
    await this.surroundings.letOthersAct(method, path);
    const { 'Idempotency-Key': idempotencyKey } = headers as Record<string, string>;
    const fault = this.surroundings.nextFault(method, path, idempotencyKey);
    if (isRefusal(fault)) return new InProcessResponse(refusals[fault]);
    if (fault === 'request lost') throw new ConnectionLost('request lost');
    if (fault === 'error stored' || fault === 'error after effect')
      this.stripe.control('POST /_control/faults', {
        call: '*',
        when: fault === 'error stored' ? 'before' : 'after',
        status: 500,
      });
    const [pathname = '', query = ''] = path.split('?');
    const call = () =>
      this.stripe.respond({
        method,
        path: pathname,
        form: method === 'POST' ? requestData : query,
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
        ),
      });
    if (isDelay(fault)) {
      this.surroundings.callLater(fault, idempotencyKey, call);
      throw new ConnectionLost('timeout');
    }
    const response = await call();
    await this.surroundings.step();
    if (fault === 'response lost' || !response) throw new ConnectionLost('response lost');
    return new InProcessResponse(response);
  }
}

type RequestSender = { _getMaxNetworkRetries: () => number };

/** The Stripe client of a simulated process. It does not retry calls, because the jobs do that. */
export const simulatedStripeClient = (
  stripe: Pick<StripeInProcess, 'respond' | 'control'>,
  surroundings: CallSurroundings = {
    step: async () => undefined,
    letOthersAct: async () => undefined,
    nextFault: () => null,
    callLater: () => undefined,
  },
): StripeClient => {
  const client = new Stripe('sk_test_simulation', {
    httpClient: new InProcessHttpClient(stripe, surroundings),
    maxNetworkRetries: 0,
    telemetry: false,
  });
  // Responses to calls for a browser request a retry, before which the client would wait in real
  // time.
  const { _requestSender: sender } = client as unknown as Record<'_requestSender', RequestSender>;
  sender._getMaxNetworkRetries = () => 0;
  return { client, required: client } as StripeClient;
};
