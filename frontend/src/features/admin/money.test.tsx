import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { PayoutHold } from '@courtly/contracts/admin-money';
import type { LateStep, MoneyCase } from '@courtly/contracts/money-desk';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type MoneyDesk,
  covered,
  payoutHold,
  lateMembership,
  lateStep,
  mockMoneyDesk,
  refusedTransfer,
  rowOf,
  sendReason,
} from '../../testing/money-desk';
import { renderAt } from '../../testing/render';
import { MoneyPage } from './money-page';

afterEach(cleanup);

const renderDesk = (path = '/admin/money', desk: MoneyDesk = {}) => {
  const sent = mockMoneyDesk(desk);
  renderAt(path, <MoneyPage />);
  return sent;
};

describe('the money desk', () => {
  it('says so when no money problem needs an admin', async () => {
    renderDesk();
    expect(await screen.findByText('Every charge and refund went through.')).toBeTruthy();
    expect(await screen.findByText('No payout is on hold.')).toBeTruthy();
    expect(await screen.findByText('Every step is on time.')).toBeTruthy();
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
      waiting: [{ subject: 'booking b2', text: 'due since 2027-06-15T23:00:00.000Z' }],
    };
    const sent = renderDesk('/admin/money', {
      checks: { lastCheck, isLate: true, nextAt: null, acknowledged: [] },
    });
    const row = await rowOf('Open findings');
    expect(row.getByText(finding.text)).toBeTruthy();
    expect(screen.getByText(/The check is overdue/)).toBeTruthy();
    expect(screen.getByText(/The next run is due now/)).toBeTruthy();
    expect(screen.getByText('Delayed for a known reason: 1')).toBeTruthy();
    expect(screen.getByText(/due since Jun 15, 2027, \d+:00 \wM/)).toBeTruthy();
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
    const sent = renderDesk('/admin/money', { holds: [payoutHold] });
    const row = await rowOf('Payouts on hold');
    expect(row.getByText('The player reported a no-show.')).toBeTruthy();
    await userEvent.click(row.getByRole('button', { name: 'Release' }));
    await sendReason('Reason', 'The player was there.', 'Release');
    expect(await screen.findByText('Released')).toBeTruthy();
    expect(sent('POST /api/admin/bookings/b1/payout-releases')).toEqual([
      { reason: 'The player was there.' },
    ]);
  });

  it('names the reporter of a claim that holds a payout, not an admin', async () => {
    const claim: PayoutHold = {
      ...payoutHold,
      cause: 'claim',
      by: { id: 'h1', name: 'Hana Host' },
    };
    renderDesk('/admin/money', { holds: [claim] });
    const row = await rowOf('Payouts on hold');
    expect(row.getByText('A report about the booking')).toBeTruthy();
    expect(row.getByText('Reported by').nextSibling?.textContent).toBe('Hana Host');
    expect(row.queryByText('By')).toBeNull();
    expect(row.getByText('The decision of the report')).toBeTruthy();
  });

  it('says who must act before an unapproved host is paid', async () => {
    const missing: PayoutHold = {
      ...payoutHold,
      booking: null,
      cause: 'approval',
      reason: '',
      waitsFor: 'host',
      approval: 'missing',
      by: null,
    };
    renderDesk('/admin/money', { holds: [missing] });
    const row = await rowOf('Payouts on hold');
    expect(row.getByText("The host isn't approved")).toBeTruthy();
    expect(row.getByText('The host, who must apply')).toBeTruthy();
    expect(row.queryByText('Reason')).toBeNull();
    expect(row.queryByRole('button', { name: 'Release' })).toBeNull();
    expect(row.getByRole('link', { name: 'Open Account' })).toBeTruthy();
    for (const [approval, label] of [
      ['pending', 'An admin, who must decide on their application'],
      ['approved', 'The host, whose application is approved, must open the link in our email'],
      ['rejected', 'The host, whose application was rejected, must apply again'],
    ] as const) {
      cleanup();
      renderDesk('/admin/money', { holds: [{ ...missing, approval }] });
      expect((await rowOf('Payouts on hold')).getByText(label)).toBeTruthy();
    }
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
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Retry Now' }));
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    const afterOrder = calls();
    await act(() => jest.advanceTimersByTimeAsync(11_000));
    expect(calls() - afterOrder).toBeGreaterThanOrEqual(2 * SECTIONS);
  });
});
