import { z } from 'zod';
import { Reason } from './admin-users.js';
import { route } from './route.js';

/** `subject` is a booking, a member, a stream of events, or Stripe. */
const Finding = z.object({
  findingId: z.string(),
  source: z
    .enum(['verify', 'reconcile'])
    .describe('`verify` checks the log; `reconcile` compares it with Stripe.'),
  subject: z.string(),
  text: z.string(),
});

/** The nightly money checks. */
export const MoneyChecks = z.object({
  lastCheck: z
    .object({
      checkedAt: z.string(),
      since: z.string().describe('The comparison with Stripe begins here.'),
      violations: z.number(),
      differences: z.number(),
      acknowledged: z.number().describe('Findings that an admin or operator has explained.'),
      open: z
        .array(
          Finding.extend({
            canAcknowledge: z.boolean().describe('Whether it concerns money.'),
          }),
        )
        .describe('At most 500 findings without an explanation, money findings first.'),
      waiting: z
        .array(z.object({ subject: z.string(), text: z.string() }))
        .describe('Money that is overdue for a known reason, at most 50.'),
    })
    .nullable(),
  isLate: z.boolean().describe('Whether no check has run for 36 hours.'),
  nextAt: z.string().nullable().describe('Null if a run is due or none is planned.'),
  acknowledged: z.array(Finding.extend({ reason: z.string(), by: z.string(), at: z.string() })),
});
export type MoneyChecks = z.infer<typeof MoneyChecks>;

/** The log keeps the reason permanently, so it must not name a person. */
export const AcknowledgeFindingBody = z.strictObject({ reason: Reason });
export type AcknowledgeFindingBody = z.infer<typeof AcknowledgeFindingBody>;

export const moneyCheckRoutes = {
  moneyChecks: route({
    method: 'GET',
    path: '/api/admin/money/checks',
    summary: 'Get the last nightly money check, its open findings, and the acknowledged ones.',
    access: 'admin',
    reads: ['moneyChecks'],
    status: 200,
    response: MoneyChecks,
  }),
  checkMoneyNow: route({
    method: 'POST',
    path: '/api/admin/money/checks',
    summary:
      'Run the nightly check now, so that its findings can be acknowledged. One runs at a time.',
    access: 'admin',
    decides: { noParties: 'A check reads money records and moves no money.' },
    status: 202,
    response: z.object({ requestedAt: z.string() }),
    errors: ['store_unavailable'],
  }),
  acknowledgeFinding: route({
    method: 'POST',
    path: '/api/admin/money/checks/:findingId/acknowledgements',
    summary: 'Acknowledge a finding of the last check with a reason, so that it no longer counts.',
    access: 'admin',
    decides: 'finding',
    params: z.object({ findingId: z.string().max(40) }),
    body: AcknowledgeFindingBody,
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'conflict', 'idempotency_mismatch', 'store_unavailable'],
  }),
};
