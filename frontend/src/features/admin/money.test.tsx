import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { DisputeEvidence, LateStep, MoneyCase } from '@courtly/contracts/money-desk';
import type { MoneyChecks } from '@courtly/contracts/money-checks';
import type { BalanceReport, BookingMoney, PayoutHold } from '@courtly/contracts/admin-money';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { MoneyPage } from './money-page';

afterEach(cleanup);

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
const failedRefund: MoneyCase = {
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
  outcome: null,
  closing: null,
  booking,
  member: null,
  host: null,
};
const dispute: MoneyCase = {
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
const fraudWarning: MoneyCase = {
  ...dispute,
  id: 'fraud.b1',
  problem: 'fraud_warning',
  stripeId: 'pi_1',
  code: 'made_with_stolen_card',
  respondBy: null,
  canHoldPayout: true,
};
const mismatch: MoneyCase = {
  ...failedRefund,
  id: 'mismatch.pi_1',
  section: 'mismatches',
  problem: 'membership_mismatch',
  stripeId: 'pi_1',
  attempts: 0,
  booking: null,
  member: { id: 'u3', name: 'Ann Member' },
};
const refusedMembershipRefund: MoneyCase = {
  ...mismatch,
  id: 'membershipRefund.pi_1',
  section: 'payments',
  problem: 'refund_refused',
  amount: dollars('50.00'),
  code: 'charge_disputed',
};
const membershipInquiry: MoneyCase = {
  ...dispute,
  id: 'dispute.du_2',
  problem: 'inquiry',
  amount: dollars('199.00'),
  stripeId: 'du_2',
  booking: null,
  member: { id: 'u3', name: 'Ann Member' },
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
const refusedTransfer: MoneyCase = {
  ...failedRefund,
  id: 'payout.b1',
  section: 'payouts',
  problem: 'transfer_refused',
  amount: dollars('297.00'),
  canHoldPayout: true,
};
const dashboardRefund: MoneyCase = {
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
const lateStep: LateStep = {
  kind: 'payment',
  what: 'capture',
  amount: { amount: '330.00', currency: 'usd' },
  since: '2027-03-10T13:00:00.000Z',
  dueAt: '2027-03-10T13:00:00.000Z',
  booking,
  member: null,
};
const lateMembership: LateStep = {
  ...lateStep,
  kind: 'membership',
  what: 'lapse',
  amount: { amount: '0.00', currency: 'usd' },
  booking: null,
  member: { id: 'u7', name: 'Mia Member' },
};
const hold: PayoutHold = {
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
  by: { id: 'u9', name: 'Avery Admin' },
  since: '2027-03-14T10:00:00.000Z',
  due: '297.00',
};

type Desk = Readonly<{
  cases?: readonly MoneyCase[];
  late?: LateStep[];
  /** Cases that change while the desk is open. */
  openCasesOf?: () => MoneyCase[];
  holds?: PayoutHold[];
  balance?: BalanceReport;
  checks?: MoneyChecks;
}>;
const noCheck: MoneyChecks = { lastCheck: null, isLate: false, nextAt: null, acknowledged: [] };
const covered: BalanceReport = {
  belongsToHosts: '297.00',
  stripe: {
    available: '500.00',
    pending: '330.00',
    uncovered: '0.00',
    hasManualPayouts: true,
    minimumBalance: '0.00',
    isSafe: true,
  },
};

const renderDesk = (
  path = '/admin/money',
  {
    cases = [],
    openCasesOf,
    late = [],
    holds = [],
    balance = covered,
    checks = noCheck,
  }: Desk = {},
) => {
  let openCases = cases;
  const done: MoneyCase[] = [];
  const endCase = (answer: object) => {
    openCases = [];
    done.push(settledCase);
    return [200, answer] as const;
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
    'POST /api/admin/users/u3/membership-refunds': () => [
      202,
      { orderId: 'order-1', amount: '330.00' },
    ],
    'POST /api/admin/bookings/b1/payout-releases': () => [200, { isHeld: false }],
    'POST /api/admin/users/u3/membership-refund-retries': () => [202, { orderId: 'order-1' }],
    'POST /api/admin/users/u3/membership-refund-settlements': () => endCase({ orderId: 'order-1' }),
    'POST /api/admin/money/cases/mismatch.pi_1/closure': () => endCase({ id: 'mismatch.pi_1' }),
    'POST /api/admin/money/cases/payment.b1/closure': () => endCase({ id: 'payment.b1' }),
    'POST /api/admin/money/cases/payout.b1/closure': () => [
      409,
      { code: 'wrong_status', message: 'This money still has to move.', details: {} },
    ],
  });
  renderAt(path, <MoneyPage />);
  return (name: string) => apiCalls.filter((call) => call.name === name).map(({ body }) => body);
};
const rowOf = async (listName: string) =>
  within((await screen.findByRole('list', { name: listName })).firstElementChild as HTMLElement);
const sendReason = async (label: string, reason: string, button: string) => {
  await userEvent.type(screen.getByLabelText(label), reason);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: button }));
};

describe('the money desk', () => {
  it('says so when no money problem needs an admin', async () => {
    renderDesk();
    expect(await screen.findByText('Every charge and refund went through.')).toBeTruthy();
    expect(await screen.findByText('No payout is on hold.')).toBeTruthy();
    expect(await screen.findByText('Every step is on time.')).toBeTruthy();
  });

  it('shows a failed refund with its booking and says that it needs an admin', async () => {
    renderDesk('/admin/money', { cases: [failedRefund] });
    const row = await rowOf('Charges and refunds');
    expect(row.getByRole('heading').textContent).toBe('The bank returned a refund of $165.00');
    for (const text of ['Cholla Court', 'Pavel Player', '3', 're_1', 'None. It needs your action.'])
      expect(row.getByText(text)).toBeTruthy();
  });

  it('waives a debt, and explains that the host gets nothing for it', async () => {
    const sent = renderDesk('/admin/money', {
      cases: [{ ...failedRefund, problem: 'overdue', stripeId: 'booking_b1' }],
    });
    const row = await rowOf('Charges and refunds');
    await userEvent.click(row.getByRole('button', { name: 'Settle Another Way' }));
    await userEvent.selectOptions(screen.getByLabelText('What happened'), 'Courtly waived it');
    expect(screen.getByText(/the host gets nothing for it/)).toBeTruthy();
    await sendReason('How it was settled', 'The lights were off.', 'Record Settlement');
    expect(await screen.findByText('Every charge and refund went through.')).toBeTruthy();
    expect(sent('POST /api/admin/bookings/b1/payment/settlements')).toEqual([
      { amount: '165.00', outcome: 'waived', reason: 'The lights were off.' },
    ]);
  });

  it('settles a failed refund another way and lists it as done', async () => {
    const sent = renderDesk('/admin/money', { cases: [failedRefund] });
    const row = await rowOf('Charges and refunds');
    await userEvent.click(row.getByRole('button', { name: 'Settle Another Way' }));
    await sendReason('How it was settled', 'Paid by bank transfer.', 'Record Settlement');
    expect(await screen.findByText('Every charge and refund went through.')).toBeTruthy();
    expect(sent('POST /api/admin/bookings/b1/payment/settlements')).toEqual([
      { amount: '165.00', outcome: 'paid', reason: 'Paid by bank transfer.' },
    ]);
    await userEvent.click(screen.getByRole('tab', { name: 'Done' }));
    const doneRow = await rowOf('Done cases');
    for (const text of ['Settled outside Stripe', 'Avery Admin', 'Paid by bank transfer.'])
      expect(doneRow.getByText(text)).toBeTruthy();
    expect(doneRow.getByText('Paid another way').nextSibling?.textContent).toBe('$100.00');
    expect(doneRow.getByText('Waived').nextSibling?.textContent).toBe('$65.00');
    expect(doneRow.queryByRole('button')).toBeNull();
  });

  it('retries a refused membership refund, or settles it another way', async () => {
    const sent = renderDesk('/admin/money', { cases: [refusedMembershipRefund] });
    const row = await rowOf('Charges and refunds');
    expect(row.getByRole('heading').textContent).toBe('Stripe refused a refund of $50.00');
    for (const text of ['Ann Member', 'None. It needs your action.'])
      expect(row.getByText(text)).toBeTruthy();
    await userEvent.click(row.getByRole('button', { name: 'Retry Now' }));
    await sendReason('Reason', 'The dispute is over.', 'Retry Now');
    expect(await screen.findByText('Courtly is trying again')).toBeTruthy();
    expect(sent('POST /api/admin/users/u3/membership-refund-retries')).toEqual([
      { paidBy: 'pi_1', reason: 'The dispute is over.' },
    ]);
    await userEvent.click(row.getByRole('button', { name: 'Settle Another Way' }));
    await sendReason('How it was settled', 'Sent a check.', 'Record Settlement');
    expect(await screen.findByText('Every charge and refund went through.')).toBeTruthy();
    expect(sent('POST /api/admin/users/u3/membership-refund-settlements')).toEqual([
      { paidBy: 'pi_1', amount: '50.00', outcome: 'paid', reason: 'Sent a check.' },
    ]);
  });

  it('shows a mismatch in the currency of the payment', async () => {
    const inEuros = { ...mismatch, amount: { amount: '199.00', currency: 'eur' } };
    renderDesk('/admin/money', { cases: [inEuros] });
    const row = await rowOf('Mismatches');
    expect(row.getByRole('heading').textContent).toBe(
      "Stripe shows EUR 199.00, which doesn't match the membership price",
    );
  });

  it('settles the return of a wrong payment in its currency, and offers no waiver', async () => {
    const inEuros: MoneyCase = {
      ...refusedMembershipRefund,
      amount: { amount: '199.00', currency: 'eur' },
      settlements: ['paid'],
    };
    renderDesk('/admin/money', { cases: [inEuros] });
    const row = await rowOf('Charges and refunds');
    expect(row.getByRole('heading').textContent).toBe('Stripe refused a refund of EUR 199.00');
    await userEvent.click(row.getByRole('button', { name: 'Settle Another Way' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Courtly refunded it another way',
    ]);
    expect(
      dialog.getByText("The money left Courtly's bank. Courtly's books don't list it."),
    ).toBeTruthy();
    expect(dialog.getByText('Open: EUR 199.00')).toBeTruthy();
    expect(dialog.getByLabelText('Amount in EUR')).toBeTruthy();
  });

  it('offers no settlement that the server would refuse', async () => {
    renderDesk('/admin/money', { cases: [{ ...refusedMembershipRefund, settlements: [] }] });
    const row = await rowOf('Charges and refunds');
    expect(row.getByRole('button', { name: 'Retry Now' })).toBeTruthy();
    expect(row.queryByRole('button', { name: 'Settle Another Way' })).toBeNull();
  });

  it('retries a late step with a reason', async () => {
    const sent = renderDesk('/admin/money', { late: [lateStep] });
    const row = await rowOf('Late steps');
    expect(row.getByRole('heading').textContent).toBe('A charge of $330.00 is late');
    await userEvent.click(row.getByRole('button', { name: 'Retry Now' }));
    await sendReason('Reason', 'The workers are back.', 'Retry Now');
    expect(await screen.findByText('Courtly is trying again')).toBeTruthy();
    expect(sent('POST /api/admin/bookings/b1/payment/retries')).toEqual([
      { reason: 'The workers are back.' },
    ]);
  });

  it('shows the late steps of payouts and memberships, each with its timeline', async () => {
    const latePayout: LateStep = { ...lateStep, kind: 'payout', what: 'transfer' };
    const cancelIntent: LateStep = {
      ...lateMembership,
      what: 'cancelIntent',
      member: { id: 'u8', name: 'Max Member' },
    };
    renderDesk('/admin/money', { late: [latePayout, lateMembership, cancelIntent] });
    const section = await screen.findByRole('list', { name: 'Late steps' });
    const rows = await within(section).findAllByRole('listitem');
    expect(
      within(section)
        .getAllByRole('heading', { level: 3 })
        .map((each) => each.textContent),
    ).toEqual([
      'A payout of $330.00 is late',
      "An Elite membership didn't end",
      "An unpaid Elite payment wasn't canceled",
    ]);
    const linkOf = (row: HTMLElement) =>
      within(row).getByRole('link', { name: 'Timeline' }).getAttribute('href');
    expect(linkOf(rows[0]!)).toContain('kind=booking&id=b1');
    expect(linkOf(rows[1]!)).toContain('kind=membership&id=u7');
    expect(within(rows[1]!).getByText('Mia Member')).toBeTruthy();
    expect(within(section).queryByRole('button', { name: 'Retry Now' })).toBeNull();
  });

  it('retries a refused payout', async () => {
    const sent = renderDesk('/admin/money', { cases: [refusedTransfer] });
    const row = await rowOf('Payouts');
    expect(row.getByRole('button', { name: 'Hold Payout' })).toBeTruthy();
    await userEvent.click(row.getByRole('button', { name: 'Retry Now' }));
    await sendReason('Reason', 'The account was fixed.', 'Retry Now');
    expect(await screen.findByText('Courtly is trying again')).toBeTruthy();
    expect(sent('POST /api/admin/bookings/b1/payout-retries')).toEqual([
      { reason: 'The account was fixed.' },
    ]);
  });

  it('deducts from the payout for an hour that was refunded in the Stripe dashboard', async () => {
    const sent = renderDesk('/admin/money', { cases: [dashboardRefund] });
    const row = await rowOf('Mismatches');
    expect(row.getByRole('heading').textContent).toBe("$50.00 was refunded in Stripe's dashboard");
    await userEvent.click(row.getByRole('button', { name: 'Adjust Payout' }));
    expect(await screen.findByText("The host's current share is $297.00.")).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Change'), 'deduct');
    await userEvent.type(screen.getByLabelText('Amount in dollars'), '50');
    await userEvent.type(screen.getByLabelText('Note to the host'), 'Your court was closed.');
    await sendReason('Reason', 'The court was closed.', 'Adjust Payout');
    expect(await screen.findByText('Payout adjusted')).toBeTruthy();
    expect(sent('POST /api/admin/bookings/b1/payout-adjustments')).toEqual([
      {
        direction: 'deduct',
        amount: '50',
        hostNote: 'Your court was closed.',
        reason: 'The court was closed.',
      },
    ]);
  });

  it('shows a refusal under a title that fits it', async () => {
    renderDesk('/admin/money', { cases: [refusedTransfer] });
    const row = await rowOf('Payouts');
    await userEvent.click(row.getByRole('button', { name: 'Mark as Done' }));
    await sendReason('Reason', 'Paid by bank transfer.', 'Mark as Done');
    expect(await screen.findByText('Not completed')).toBeTruthy();
    expect(screen.getByText('This money still has to move.')).toBeTruthy();
    expect(screen.queryByText('Something went wrong')).toBeNull();
  });

  it('refunds a payment that a bank reported as fraud', async () => {
    const sent = renderDesk('/admin/money', { cases: [fraudWarning] });
    const row = await rowOf('Disputes');
    expect(row.getByText('A bank reported a payment of $330.00 as fraud')).toBeTruthy();
    expect(row.getByText('Made with stolen card')).toBeTruthy();
    expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Refund',
      'Hold Payout',
      'Mark as Done',
    ]);
    await userEvent.click(row.getByRole('button', { name: 'Refund' }));
    await userEvent.type(await screen.findByLabelText(/^Amount/), '330.00');
    await sendReason('Reason', 'The card was stolen.', 'Refund');
    expect(await screen.findByText('The refund is on its way')).toBeTruthy();
    expect(sent('POST /api/admin/bookings/b1/refunds')).toEqual([
      { amount: '330.00', bearer: 'platform', reason: 'The card was stolen.' },
    ]);
  });

  it('refunds a membership payment that a bank reported as fraud', async () => {
    const member = { id: 'u3', name: 'Ann Member' };
    const sent = renderDesk('/admin/money', {
      cases: [{ ...fraudWarning, stripeId: 'in_1', booking: null, member, canHoldPayout: false }],
    });
    const row = await rowOf('Disputes');
    await userEvent.click(row.getByRole('button', { name: 'Refund' }));
    await sendReason('Reason', 'The card was stolen.', 'Refund');
    expect(await screen.findByText('The refund is on its way')).toBeTruthy();
    expect(sent('POST /api/admin/users/u3/membership-refunds')).toEqual([
      { paidBy: 'in_1', amount: '330.00', reason: 'The card was stolen.' },
    ]);
  });

  it('offers no hold for a completed payout', async () => {
    renderDesk('/admin/money', { cases: [dispute] });
    const row = await rowOf('Disputes');
    expect(row.getByRole('button', { name: 'Evidence' })).toBeTruthy();
    expect(row.queryByRole('button', { name: 'Hold Payout' })).toBeNull();
  });

  it('gathers the evidence for a disputed hour', async () => {
    renderDesk('/admin/money', { cases: [dispute] });
    const row = await rowOf('Disputes');
    expect(row.getByText('Fraudulent')).toBeTruthy();
    expect(row.getByText('Respond by')).toBeTruthy();
    await userEvent.click(row.getByRole('button', { name: 'Evidence' }));
    const facts = within(await screen.findByRole('list', { name: 'Facts' }));
    expect(facts.getByText('The player accepted the waiver. Version 1')).toBeTruthy();
    expect(facts.getByText('The hour was played')).toBeTruthy();
    expect(facts.getByText('Mar 1, 2027, 10:00 AM MST')).toBeTruthy();
    expect(
      screen.getByText('Cholla Court, Saturday, March 13, 2027, 11:00 AM – 12:00 PM MST'),
    ).toBeTruthy();
    expect(screen.getByText('Earlier hours that the player completed: 4')).toBeTruthy();
  });

  it('gathers the evidence for an inquiry about a membership', async () => {
    renderDesk('/admin/money', { cases: [membershipInquiry] });
    const row = await rowOf('Disputes');
    expect(row.getByRole('heading').textContent).toBe('A bank inquired about a payment of $199.00');
    expect(row.getByText('Ann Member')).toBeTruthy();
    expect(row.getByText('Respond by')).toBeTruthy();
    await userEvent.click(row.getByRole('button', { name: 'Evidence' }));
    const facts = within(await screen.findByRole('list', { name: 'Facts' }));
    expect(facts.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Mar 10, 2027, 12:00 PM UTCThe member agreed to monthly renewals: $100.00 a month. Version 2026-11, SHA-256 ab12',
      'Mar 11, 2027, 12:00 PM UTCThe member booked at the member price: Cholla Court, $315.00, played',
    ]);
    expect(screen.getByText('Elite, one month, Ann Member')).toBeTruthy();
    expect(screen.getByText('Price: $100.00')).toBeTruthy();
    expect(screen.getByText('Paid for Mar 10, 2027 – Apr 10, 2027')).toBeTruthy();
  });

  it("shows a host whose payouts Stripe stopped, with Stripe's reason in plain words", async () => {
    const stopped: MoneyCase = {
      ...refusedTransfer,
      problem: 'account_stopped',
      code: 'requirements.past_due',
      booking: null,
      host: { id: 'u4', name: 'Hollis Host' },
    };
    renderDesk('/admin/money', { cases: [stopped] });
    const row = await rowOf('Payouts');
    expect(row.getByRole('heading').textContent).toBe('Stripe stopped paying a host');
    expect(row.getByText('Requirements past due')).toBeTruthy();
  });

  it('marks a mismatch as done', async () => {
    const sent = renderDesk('/admin/money', { cases: [mismatch] });
    const row = await rowOf('Mismatches');
    expect(row.getByText('Ann Member')).toBeTruthy();
    await userEvent.click(row.getByRole('button', { name: 'Mark as Done' }));
    await sendReason('Reason', 'Refunded in the dashboard.', 'Mark as Done');
    expect(await screen.findByText('Every amount in Stripe is as agreed.')).toBeTruthy();
    expect(sent('POST /api/admin/money/cases/mismatch.pi_1/closure')).toEqual([
      { reason: 'Refunded in the dashboard.' },
    ]);
  });

  it('marks a refused step as done once nothing is due', async () => {
    const sent = renderDesk('/admin/money', { cases: [failedRefund] });
    const row = await rowOf('Charges and refunds');
    await userEvent.click(row.getByRole('button', { name: 'Mark as Done' }));
    expect(screen.getByText(/You can do this once nothing more is due/)).toBeTruthy();
    await sendReason('Reason', 'The bank took the amount.', 'Mark as Done');
    expect(await screen.findByText('Every charge and refund went through.')).toBeTruthy();
    expect(sent('POST /api/admin/money/cases/payment.b1/closure')).toEqual([
      { reason: 'The bank took the amount.' },
    ]);
  });

  it("compares the hosts' money with Stripe's balance", async () => {
    renderDesk();
    expect(await screen.findByText('$297.00')).toBeTruthy();
    expect(screen.getByText('$500.00')).toBeTruthy();
    expect(screen.getByText('Stripe pays out to Courtly only on request.')).toBeTruthy();
    cleanup();
    const stripe = { ...covered.stripe!, hasManualPayouts: false, isSafe: false };
    renderDesk('/admin/money', { balance: { ...covered, stripe } });
    expect(await screen.findByText(/Set payouts to manual in Stripe/)).toBeTruthy();
    cleanup();
    renderDesk('/admin/money', { balance: { ...covered, stripe: null } });
    expect(await screen.findByText("Stripe isn't responding.")).toBeTruthy();
  });

  it('acknowledges a finding of the nightly check with a reason', async () => {
    const finding = {
      findingId: 'f1',
      source: 'reconcile',
      subject: 'booking b1',
      text: "Stripe has a refund that the log doesn't have.",
      canAcknowledge: true,
    } as const;
    const doubleBooking = {
      findingId: 'f2',
      source: 'verify',
      subject: 'courtDay-c1',
      text: 'two bookings overlap',
      canAcknowledge: false,
    } as const;
    const lastCheck = {
      checkedAt: '2027-03-14T10:00:00.000Z',
      since: '2027-03-07T10:00:00.000Z',
      violations: 1,
      differences: 1,
      acknowledged: 0,
      open: [finding, doubleBooking],
      waiting: [{ subject: 'booking b2', text: 'The payout waits for an account.' }],
    };
    const sent = renderDesk('/admin/money', {
      checks: { lastCheck, isLate: true, nextAt: null, acknowledged: [] },
    });
    const row = await rowOf('Open findings');
    expect(row.getByText(finding.text)).toBeTruthy();
    expect(screen.getByText(/No check has run in 36 hours/)).toBeTruthy();
    expect(screen.getByText(/The next run is due now/)).toBeTruthy();
    expect(screen.getByText('Delayed for a known reason: 1')).toBeTruthy();
    expect(screen.getByText('two bookings overlap')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Acknowledge' })).toHaveLength(1);
    await userEvent.click(row.getByRole('button', { name: 'Acknowledge' }));
    await sendReason('Reason', 'Made in the dashboard.', 'Acknowledge');
    expect(await screen.findByText('Finding acknowledged')).toBeTruthy();
    expect(sent('POST /api/admin/money/checks/f1/acknowledgements')).toEqual([
      { reason: 'Made in the dashboard.' },
    ]);
  });

  it('releases a payout on hold', async () => {
    const sent = renderDesk('/admin/money', { holds: [hold] });
    const row = await rowOf('Payouts on hold');
    expect(row.getByText('The player reported a no-show.')).toBeTruthy();
    await userEvent.click(row.getByRole('button', { name: 'Release' }));
    await sendReason('Reason', 'The player was there.', 'Release');
    expect(await screen.findByText('Released')).toBeTruthy();
    expect(sent('POST /api/admin/bookings/b1/payout-releases')).toEqual([
      { reason: 'The player was there.' },
    ]);
  });

  it('starts with done cases if the URL says so', async () => {
    renderDesk('/admin/money?tab=done');
    expect(await screen.findByText('No cases are done yet')).toBeTruthy();
  });
});

describe('an open money desk', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const dueNow = (): MoneyCase => ({
    ...refusedTransfer,
    tryAgainAt: new Date(Date.now()).toISOString(),
  });
  const countCalls = (openCasesOf: () => MoneyCase[]) => {
    const sent = renderDesk('/admin/money', { openCasesOf });
    return () => sent('GET /api/admin/money/cases').length;
  };
  const SECTIONS = 4;

  it('shows the outcome of a case whose attempt is due', async () => {
    let openCases = [dueNow()];
    renderDesk('/admin/money', { openCasesOf: () => openCases });
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(screen.getByText('Stripe refused a payout of $297.00')).toBeTruthy();
    openCases = [];
    await act(() => jest.advanceTimersByTimeAsync(6_000));
    expect(screen.getByText('Every payout went through.')).toBeTruthy();
  });

  it('loads cases once a minute while nothing is in progress', async () => {
    const calls = countCalls(() => [{ ...refusedTransfer, tryAgainAt: null }]);
    await act(() => jest.advanceTimersByTimeAsync(50_000));
    expect(calls()).toBe(SECTIONS);
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(calls()).toBe(2 * SECTIONS);
  });

  it('loads cases every five seconds for two minutes after an attempt was due', async () => {
    const due = dueNow();
    const calls = countCalls(() => [due]);
    await act(() => jest.advanceTimersByTimeAsync(21_000));
    const whileDue = calls();
    expect(whileDue).toBeGreaterThanOrEqual(SECTIONS + 3);
    await act(() => jest.advanceTimersByTimeAsync(120_000));
    const afterwards = calls();
    await act(() => jest.advanceTimersByTimeAsync(50_000));
    expect(calls() - afterwards).toBeLessThanOrEqual(SECTIONS);
  });

  it('loads cases every five seconds after an admin orders a step', async () => {
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const calls = countCalls(() => [{ ...refusedTransfer, tryAgainAt: null }]);
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    await user.click(screen.getByRole('button', { name: 'Retry Now' }));
    await user.type(screen.getByLabelText('Reason'), 'The account was fixed.');
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Retry Now' }));
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    const afterOrder = calls();
    await act(() => jest.advanceTimersByTimeAsync(11_000));
    expect(calls() - afterOrder).toBeGreaterThanOrEqual(2 * SECTIONS);
  });
});
