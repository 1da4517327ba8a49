import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** The metrics of this process at `GET /metrics`. */
export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export const requestSeconds = new Histogram({
  name: 'courtly_http_request_seconds',
  help: 'Time to respond to a request',
  labelNames: ['method', 'route', 'status'],
  buckets: seconds,
  registers: [metrics],
});

export const appendSeconds = new Histogram({
  name: 'courtly_append_seconds',
  help: 'Time until the event store has stored the events of a decision',
  labelNames: ['outcome'],
  buckets: seconds,
  registers: [metrics],
});

export const slowSubscriptionCount = new Counter({
  name: 'courtly_slow_subscriptions_total',
  help: 'Subscriptions that the event store ended because this process read too slowly',
  registers: [metrics],
});

export const unreadableKeys = new Gauge({
  name: 'courtly_vault_unreadable_keys',
  help: 'People whose key in the vault is missing, a different one, or unreadable for this process',
  registers: [metrics],
});

export const damagedErasureFiles = new Gauge({
  name: 'courtly_erasures_damaged_files',
  help: 'Files of the erasure register that this process could not read',
  registers: [metrics],
});

export const erasuresNotRepeated = new Gauge({
  name: 'courtly_erasures_not_repeated',
  help: 'Erasures in the register that failed when a worker repeated them',
  registers: [metrics],
});

export const policyUnusable = new Gauge({
  name: 'courtly_policy_unusable',
  help: '1 if this process cannot use the policy in force or a scheduled one',
  registers: [metrics],
});

export const projectionDelaySeconds = new Histogram({
  name: 'courtly_projection_delay_seconds',
  help: 'Time from an event being stored to a read model showing it',
  labelNames: ['projection'],
  buckets: [...seconds, 30, 300],
  registers: [metrics],
});

export const projectionLagSeconds = new Gauge({
  name: 'courtly_projection_lag_seconds',
  help: 'Age of the oldest event that a read model does not show; zero if it shows all',
  labelNames: ['projection'],
  registers: [metrics],
});

export const projectionUnownedSeconds = new Gauge({
  name: 'courtly_projection_unowned_seconds',
  help: 'Time since a read model was last owned by a living process; zero if it is owned',
  labelNames: ['projection'],
  registers: [metrics],
});

export const projectionParkedStreams = new Gauge({
  name: 'courtly_projection_parked_streams',
  help: 'Streams that a read model skips because it cannot fold one of their events',
  labelNames: ['projection'],
  registers: [metrics],
});

export const projectionErasuresPending = new Gauge({
  name: 'courtly_projection_erasures_pending',
  help: 'Erased accounts and applications whose documents in a read model are not folded again yet',
  labelNames: ['projection'],
  registers: [metrics],
});

export const projectionTorn = new Gauge({
  name: 'courtly_projection_torn',
  help: '1 if a read model contains events that the log does not have',
  labelNames: ['projection'],
  registers: [metrics],
});

export const projectionStopped = new Gauge({
  name: 'courtly_projection_stopped',
  help: 'Whether a read model is stopped at an event of an unknown type or version',
  labelNames: ['projection'],
  registers: [metrics],
});

export const queueDepth = new Gauge({
  name: 'courtly_queue_jobs',
  help: 'Jobs in a queue by state',
  labelNames: ['queue', 'state'],
  registers: [metrics],
});

export const fairUseUncheckedCount = new Counter({
  name: 'courtly_fair_use_unchecked_total',
  help: 'Requests checked without a read model of bookings, or with one that lacks the last change',
  labelNames: ['reason'],
  registers: [metrics],
});

export const processFailureCount = new Counter({
  name: 'courtly_process_failures_total',
  help: 'Turns and sweeps of process managers that failed and are retried',
  labelNames: ['process'],
  registers: [metrics],
});

export const processLagSeconds = new Gauge({
  name: 'courtly_process_lag_seconds',
  help: 'Age of the oldest event that a process manager has not read; zero if it has read all',
  labelNames: ['process'],
  registers: [metrics],
});

export const processSetAside = new Gauge({
  name: 'courtly_process_set_aside',
  help: 'Events that a process manager could not handle and set aside',
  labelNames: ['process'],
  registers: [metrics],
});

export const browserErrorCount = new Counter({
  name: 'courtly_browser_errors_total',
  help: 'Errors that browsers reported, by source; anyone can send such a report',
  labelNames: ['source'],
  registers: [metrics],
});

export const cspViolationCount = new Counter({
  name: 'courtly_csp_violations_total',
  help: 'Violations of the Content-Security-Policy that browsers reported',
  labelNames: ['directive'],
  registers: [metrics],
});

export const browserVitalSeconds = new Histogram({
  name: 'courtly_browser_vital_seconds',
  help: 'Largest contentful paint (LCP) and interaction to next paint (INP) of a sample of pages',
  labelNames: ['name'],
  buckets: [0.05, 0.1, 0.2, 0.5, 1, 1.8, 2.5, 4, 8],
  registers: [metrics],
});

export const layoutShift = new Histogram({
  name: 'courtly_browser_layout_shift',
  help: 'Cumulative layout shift (CLS) of a sample of pages',
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5],
  registers: [metrics],
});

export const mailCount = new Counter({
  name: 'courtly_mails_total',
  help: 'Emails by outcome; failed ones are retried, undeliverable and outdated ones are not',
  labelNames: ['outcome'],
  registers: [metrics],
});

export const overdueObligations = new Gauge({
  name: 'courtly_obligations_overdue',
  help: 'Steps of payments, payouts, and memberships that are overdue, by step and owner',
  labelNames: ['kind', 'what', 'owner'],
  registers: [metrics],
});

export const holdsEnding = new Gauge({
  name: 'courtly_holds_ending',
  help: 'Authorized cards that must be charged and whose authorization ends within 12 hours',
  registers: [metrics],
});

export const moneyAlarmCount = new Counter({
  name: 'courtly_money_alarms_total',
  help: 'Money problems that need an admin, by type; repeated for each attempt to alert',
  labelNames: ['type'],
  registers: [metrics],
});

export const balanceCents = new Gauge({
  name: 'courtly_balance_cents',
  help: "Cents in the platform's Stripe balance by part, the hosts' money, and what is due of it",
  labelNames: ['part'],
  registers: [metrics],
});

export const balanceUncoveredCents = new Gauge({
  name: 'courtly_balance_uncovered_cents',
  help: "Cents of the hosts' money that the platform's Stripe balance does not cover",
  registers: [metrics],
});

export const balanceIsUnsafe = new Gauge({
  name: 'courtly_balance_unsafe',
  help: "Whether Stripe may pay out the hosts' money to the platform",
  registers: [metrics],
});

export const balanceCheckedSeconds = new Gauge({
  name: 'courtly_balance_checked_timestamp_seconds',
  help: "Time of the last check of the platform's Stripe balance",
  registers: [metrics],
});

export const moneyFindings = new Gauge({
  name: 'courtly_money_findings',
  help: 'Unexplained findings of the last nightly money check',
  labelNames: ['source'],
  registers: [metrics],
});

export const moneyCheckedSeconds = new Gauge({
  name: 'courtly_money_checked_timestamp_seconds',
  help: 'When the last nightly money check ran',
  registers: [metrics],
});

export const stripeEventsReadSeconds = new Gauge({
  name: 'courtly_stripe_events_read_timestamp_seconds',
  help: "When Stripe's events were last read completely",
  registers: [metrics],
});

export const stripeEventsMissing = new Gauge({
  name: 'courtly_stripe_events_missing',
  help: 'Events that Courtly follows but the webhook endpoints at Stripe do not send',
  registers: [metrics],
});
