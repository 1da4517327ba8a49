import type { BookingTerms } from '@courtly/contracts/policy';
import Stripe from 'stripe';
import { allEvents } from '../../src/event-sets.js';
import type { EventCodec } from '../../src/platform/kernel/codec.js';
import type { RecordedEvent } from '../../src/platform/kernel/events.js';
import type { EventStore } from '../../src/platform/stores/event-store.js';
import type { StripeClient } from '../../src/platform/stores/stripe.js';
import { auditLog } from '../../src/verify/audit.js';
import { MoneyReconciliation } from '../../src/verify/reconciliation/reconciliation.service.js';
import { openedClub, policyTookEffect, recordedLog } from '../audited-log.js';
import type { MembershipSimulation } from './membership-simulation.js';
import { type MoneySimulation, cityTaxes } from './money-simulation.js';

export type CheckedSimulation = MoneySimulation | MembershipSimulation;

/** Changes a response from Stripe before Courtly reads it. */
export type ResponseChange = (path: string, responseBody: string) => string;

/** The taxes of all simulated cities, in the form in which a policy records them. */
const cityValues = Object.fromEntries(
  Object.values(cityTaxes).flatMap(({ city, ...tax }) =>
    Object.entries(tax).map(([name, value]) => [`cities.${city}.tax.${name}`, value]),
  ),
);

/**
 * The simulation's own events, preceded by its court and policy, which its log does not contain.
 */
export const logOf = (simulation: CheckedSimulation): RecordedEvent[] => {
  const { events } = simulation.courtly;
  const requested = events.find(({ type }) => type === 'BookingRequested')?.data;
  const location = (requested as { terms: BookingTerms } | undefined)?.terms.tax?.city ?? 'Untaxed';
  const [courtListed] = openedClub;
  const club = [
    { ...courtListed!, data: { ...(courtListed!.data as object), location } },
    policyTookEffect('standard-1', cityValues),
  ];
  return [...recordedLog(club), ...events].map((event, index) => ({
    ...event,
    position: String(index).padStart(20, '0'),
  }));
};

/**
 * The problems that `courtly verify` reports, by default long after the last event of a booking.
 */
export const verifyLog = (
  log: readonly RecordedEvent[],
  currentInstant = '2028-01-01T00:00:00.000Z',
): string[] => {
  const logAudit = auditLog([], allEvents);
  logAudit.take(log);
  const overdue = logAudit.overdue(currentInstant, 6);
  return [...logAudit.violations(), ...overdue.violations].map(({ problem }) => problem);
};

class ChangedResponse extends Stripe.HttpClientResponse {
  constructor(
    status: number,
    headers: Record<string, string>,
    private readonly responseBody: string,
  ) {
    super(status, headers);
  }

  override getRawResponse() {
    return { body: this.responseBody };
  }

  override toStream(onEnd: () => void) {
    onEnd();
    return this.responseBody;
  }

  override async toJSON() {
    return JSON.parse(this.responseBody) as unknown;
  }
}

class ChangingHttpClient extends Stripe.HttpClient {
  constructor(
    private readonly simulation: CheckedSimulation,
    private readonly changeResponse: ResponseChange,
  ) {
    super();
  }

  override getClientName() {
    return 'changing';
  }

  override async makeRequest(
    _host: string,
    _port: string,
    path: string,
    method: string,
    headers: object,
    requestData: string,
  ) {
    const [pathname = '', query = ''] = path.split('?');
    const response = await this.simulation.courtly.stripe.respond({
      method,
      path: pathname,
      form: method === 'POST' ? requestData : query,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
      ),
    });
    if (!response) throw new Error(`${method} ${path} has no response`);
    const responseBody = this.changeResponse(pathname, response.body);
    return new ChangedResponse(response.status, response.headers, responseBody);
  }
}

/**
 * The differences that `courtly payments reconcile` reports between a log and Stripe, either all of
 * them or those since an instant (UTC).
 */
export const reconcileLog = async (
  simulation: CheckedSimulation,
  log: readonly RecordedEvent[],
  changeResponse: ResponseChange = (_, responseBody) => responseBody,
  since: string | null = null,
): Promise<string[]> => {
  const client = new Stripe('sk_test_simulation', {
    httpClient: new ChangingHttpClient(simulation, changeResponse),
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const eventStore = {
    async *follow(_categories: readonly string[], afterPosition: string | null) {
      const events = log.filter(({ position }) => position > (afterPosition ?? ''));
      yield { events, caughtUp: true };
    },
  };
  const eventCodec = { decode: async (events: readonly RecordedEvent[]) => events };
  const reconciliation = new MoneyReconciliation(
    eventStore as unknown as EventStore,
    eventCodec as unknown as EventCodec,
    { client, required: client } as StripeClient,
  );
  const { differences } = await reconciliation.compare({
    since,
    at: '2028-01-01T00:00:00.000Z',
    abortSignal: new AbortController().signal,
  });
  return differences.map(({ subject, text }) => `${subject}: ${text}`);
};
