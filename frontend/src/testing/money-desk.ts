import type { AdminMembership } from '@courtly/contracts/admin-memberships';
import type { BalanceReport, BookingMoney, PayoutHold } from '@courtly/contracts/admin-money';
import type { MoneyChecks } from '@courtly/contracts/money-checks';
import type { DisputeEvidence, LateStep, MoneyCase } from '@courtly/contracts/money-desk';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { robin } from './render';
import { mockApi } from './server';

const dollars = (amount: string) => ({ amount, currency: 'usd' });
const booking = {
  id: 'b1',
  court: { id: 'c1', name: 'Cholla Court' },
  player: { id: 'u1', name: 'Pavel Player' },
  host: { id: 'u2', name: 'Hana Host' },
  startTime: '2027-03-13T18:00:00.000Z',
  endTime: '2027-03-13T19:00:00.000Z',
  zone: 'America/Phoenix',
  zoneOffsets: [],
};
export const failedRefund: MoneyCase = {
  id: 'payment.b1',
  section: 'payments',
  problem: 'refund_failed',
  status: 'open',
  canHoldPayout: false,
  amount: dollars('165.00'),
  stripeId: 're_1',
  code: null,
  attempts: 3,
  tryAgainAt: null,
  respondBy: null,
  openedAt: '2027-03-16T10:00:00.000Z',
  changedAt: '2027-03-16T10:00:00.000Z',
  paid: null,
  waived: null,
  settlements: ['paid', 'waived'],
  wrongPayment: null,
  outcome: null,
  closing: null,
  booking,
  member: null,
  host: null,
};
export const dispute: MoneyCase = {
  ...failedRefund,
  id: 'dispute.du_1',
  section: 'disputes',
  problem: 'dispute',
  amount: dollars('330.00'),
  stripeId: 'du_1',
  code: 'fraudulent',
  attempts: 0,
  respondBy: '2027-03-23T10:00:00.000Z',
};
export const fraudWarning: MoneyCase = {
  ...dispute,
  id: 'fraud.b1',
  problem: 'fraud_warning',
  stripeId: 'pi_1',
  code: 'made_with_stolen_card',
  respondBy: null,
  canHoldPayout: true,
};
export const mismatch: MoneyCase = {
  ...failedRefund,
  id: 'mismatch.pi_1',
  section: 'mismatches',
  problem: 'membership_mismatch',
  stripeId: 'pi_1',
  attempts: 0,
  wrongPayment: 'returnable',
  booking: null,
  member: { id: 'u3', name: 'Ann Member' },
};
export const bookingMismatch: MoneyCase = {
  ...failedRefund,
  id: 'mismatch.pi_2',
  section: 'mismatches',
  problem: 'payment_mismatch',
  stripeId: 'pi_2',
  attempts: 0,
};
export const refusedMembershipRefund: MoneyCase = {
  ...mismatch,
  wrongPayment: null,
  id: 'membershipRefund.pi_1',
  section: 'payments',
  problem: 'refund_refused',
  amount: dollars('50.00'),
  code: 'charge_disputed',
};
export const refusedCancellation: MoneyCase = {
  ...mismatch,
  id: 'cancellation.sub_1',
  section: 'payments',
  problem: 'cancellation_refused',
  amount: dollars('100.00'),
  stripeId: 'sub_1',
  code: 'account_restricted',
  settlements: [],
};
export const membershipInquiry: MoneyCase = {
  ...dispute,
  id: 'dispute.du_2',
  problem: 'inquiry',
  amount: dollars('199.00'),
  stripeId: 'du_2',
  booking: null,
  member: { id: 'u3', name: 'Ann Member' },
};
const returnedMembership: AdminMembership = {
  tier: 'free',
  state: 'none',
  plan: null,
  founderNumber: null,
  until: null,
  accessUntil: null,
  canEnd: false,
  payments: [],
  mismatch: { intentId: 'pi_1', expected: dollars('199.00'), isReturning: true },
};
const settledCase: MoneyCase = {
  ...failedRefund,
  status: 'done',
  paid: dollars('100.00'),
  waived: dollars('65.00'),
  settlements: [],
  outcome: 'settled',
  closing: { by: { id: 'u9', name: 'Avery Admin' }, reason: 'Paid by bank transfer.' },
};
const evidence: Extract<DisputeEvidence, { about: 'booking' }> = {
  about: 'booking',
  booking: { ...booking, status: 'completed', paymentStatus: 'captured', totalAmount: '330.00' },
  earlierBookings: 4,
  facts: [
    { what: 'waiver_accepted', at: '2027-03-01T17:00:00.000Z', detail: 'Version 1' },
    { what: 'completed', at: '2027-03-13T19:00:00.000Z', detail: '' },
  ],
};
const membershipEvidence: DisputeEvidence = {
  about: 'membership',
  member: { id: 'u3', name: 'Ann Member' },
  plan: 'monthly',
  amount: dollars('100.00'),
  period: { from: '2027-03-10T12:00:00.000Z', until: '2027-04-10T12:00:00.000Z' },
  facts: [
    {
      what: 'renewal_consent',
      at: '2027-03-10T12:00:00.000Z',
      detail: '$100.00 a month. Version 2026-11, SHA-256 ab12',
    },
    {
      what: 'booked_as_member',
      at: '2027-03-11T12:00:00.000Z',
      detail: 'Cholla Court, $315.00, played',
    },
  ],
};
export const refusedTransfer: MoneyCase = {
  ...failedRefund,
  id: 'payout.b1',
  section: 'payouts',
  problem: 'transfer_refused',
  amount: dollars('297.00'),
  canHoldPayout: true,
};
export const dashboardRefund: MoneyCase = {
  ...failedRefund,
  id: 'refund.re_1',
  section: 'mismatches',
  problem: 'dashboard_refund',
  amount: dollars('50.00'),
  attempts: 0,
};
const bookingMoney: BookingMoney = {
  booking: evidence.booking,
  left: '280.00',
  hostShare: '297.00',
  adjusted: '0.00',
  isPaidOut: true,
  moved: [],
  byHand: [],
};
export const lateStep: LateStep = {
  kind: 'payment',
  what: 'capture',
  amount: { amount: '330.00', currency: 'usd' },
  since: '2027-03-10T13:00:00.000Z',
  dueAt: '2027-03-10T13:00:00.000Z',
  booking,
  member: null,
};
export const lateMembership: LateStep = {
  ...lateStep,
  kind: 'membership',
  what: 'lapse',
  amount: { amount: '0.00', currency: 'usd' },
  booking: null,
  member: { id: 'u7', name: 'Mia Member' },
};
export const payoutHold: PayoutHold = {
  host: booking.host,
  booking: {
    id: 'b1',
    court: 'Cholla Court',
    startTime: booking.startTime,
    zone: booking.zone,
    zoneOffsets: [],
  },
  cause: 'admin',
  reason: 'The player reported a no-show.',
  waitsFor: 'admin',
  approval: null,
  by: { id: 'u9', name: 'Avery Admin' },
  since: '2027-03-14T10:00:00.000Z',
  due: '297.00',
};

export type MoneyDesk = Readonly<{
  cases?: readonly MoneyCase[];
  late?: LateStep[];
  /** Cases that change while the desk is open. */
  openCasesOf?: () => MoneyCase[];
  holds?: PayoutHold[];
  balance?: BalanceReport;
  checks?: MoneyChecks;
}>;
const noCheck: MoneyChecks = { lastCheck: null, isLate: false, nextAt: null, acknowledged: [] };
export const covered: BalanceReport = {
  belongsToHosts: '297.00',
  dueToHosts: '120.00',
  stripe: {
    available: '500.00',
    pending: '330.00',
    uncovered: '0.00',
    hasManualPayouts: true,
    minimumBalance: '0.00',
    isSafe: true,
  },
};

/** Serves the money desk. Cases that an admin ends become done. Returns the bodies of a call. */
export const mockMoneyDesk = ({
  cases = [],
  openCasesOf,
  late = [],
  holds = [],
  balance = covered,
  checks = noCheck,
}: MoneyDesk = {}) => {
  let openCases = cases;
  const done: MoneyCase[] = [];
  const endCase = (response: object) => {
    openCases = [];
    done.push(settledCase);
    return [200, response] as const;
  };
  const apiCalls = mockApi({
    'GET /api/auth/me': () => [200, { ...robin, role: 'admin' }],
    'GET /api/admin/money/cases': ({ query: filters }) =>
      filters.get('status') === 'done'
        ? [200, done]
        : [
            200,
            (openCasesOf?.() ?? openCases).filter(
              ({ section }) => section === filters.get('section'),
            ),
          ],
    'GET /api/admin/money/late-steps': () => [200, late],
    'GET /api/admin/payout-holds': () => [200, holds],
    'GET /api/admin/platform-balance': () => [200, balance],
    'GET /api/admin/money/checks': () => [200, checks],
    'POST /api/admin/money/checks/f1/acknowledgements': () => [204],
    'GET /api/admin/money/cases/dispute.du_1/evidence': () => [200, evidence],
    'GET /api/admin/money/cases/dispute.du_2/evidence': () => [200, membershipEvidence],
    'POST /api/admin/bookings/b1/payment/retries': () => [202, { orderId: 'order-1' }],
    'POST /api/admin/bookings/b1/payment/settlements': () => endCase({ orderId: 'order-1' }),
    'POST /api/admin/bookings/b1/payout-retries': () => [202, { orderId: 'order-1' }],
    'POST /api/admin/bookings/b1/payout-adjustments': () => [202, { orderId: 'order-1' }],
    'GET /api/admin/bookings/b1': () => [200, bookingMoney],
    'POST /api/admin/bookings/b1/refunds': () => [
      202,
      { orderId: 'order-1', hostBears: '0.00', platformBears: '330.00' },
    ],
    'POST /api/admin/bookings/b1/cancellations': () => [200, { id: 'b1', status: 'cancelled' }],
    'POST /api/admin/users/u3/membership-refunds': () => [
      202,
      { orderId: 'order-1', amount: '330.00' },
    ],
    'POST /api/admin/users/u3/membership-returns': () => [202, returnedMembership],
    'POST /api/admin/bookings/b1/payout-releases': () => [200, { isHeld: false }],
    'POST /api/admin/users/u3/membership-refund-retries': () => [202, { orderId: 'order-1' }],
    'POST /api/admin/users/u3/membership-retries': () => [202, { orderId: 'order-1' }],
    'POST /api/admin/users/u3/membership-refund-settlements': () => endCase({ orderId: 'order-1' }),
    'POST /api/admin/money/cases/mismatch.pi_2/closure': () => endCase({ id: 'mismatch.pi_2' }),
    'POST /api/admin/money/cases/payment.b1/closure': () => endCase({ id: 'payment.b1' }),
    'POST /api/admin/money/cases/payout.b1/closure': () => [
      409,
      { code: 'wrong_status', message: 'This money still has to move.', details: {} },
    ],
  });
  return (name: string) => apiCalls.filter((call) => call.name === name).map(({ body }) => body);
};

/** The first row of a list. */
export const rowOf = async (listName: string) =>
  within((await screen.findByRole('list', { name: listName })).firstElementChild as HTMLElement);
/** Fills in the reason in the open dialog and confirms it. */
export const sendReason = async (label: string, reason: string, button: string) => {
  await userEvent.type(screen.getByLabelText(label), reason);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: button }));
};
