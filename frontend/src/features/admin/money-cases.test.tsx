import { afterEach, describe, expect, it } from '@jest/globals';
import type { MoneyCase } from '@courtly/contracts/money-desk';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  bookingMismatch,
  dashboardRefund,
  dispute,
  failedRefund,
  fraudWarning,
  membershipInquiry,
  mismatch,
  mockMoneyDesk,
  refusedCancellation,
  refusedMembershipRefund,
  refusedTransfer,
  rowOf,
  sendReason,
} from '../../testing/money-desk';
import { nextStepText } from '../../resources/admin/money-labels';
import { renderAt } from '../../testing/render';
import { MoneyPage } from './money-page';

afterEach(cleanup);

const renderCase = (moneyCase: MoneyCase) => {
  const sent = mockMoneyDesk({ cases: [moneyCase] });
  renderAt('/admin/money', <MoneyPage />);
  return sent;
};

describe('a money case', () => {
  it('shows a failed refund with its booking and says that it needs an admin', async () => {
    renderCase(failedRefund);
    const row = await rowOf('Charges and refunds');
    expect(row.getByRole('heading').textContent).toBe('The bank returned a refund of $165.00');
    for (const text of ['Cholla Court', 'Pavel Player', '3', 're_1', 'None. It needs your action.'])
      expect(row.getByText(text)).toBeTruthy();
  });

  it.each<[string, Partial<MoneyCase>, string]>([
    ['a dispute', {}, 'Respond in Stripe with the evidence.'],
    ['a dispute without a deadline', { respondBy: null }, 'No response is needed now.'],
    [
      'a returned payout',
      { problem: 'bank_return', code: 'account_closed' },
      'The host must correct the bank account in Stripe. The host was notified.',
    ],
    [
      'a stopped account',
      { problem: 'account_stopped', code: 'requirements.past_due' },
      'The host must give Stripe the missing information. The host was notified.',
    ],
    [
      'a rejected account',
      { problem: 'account_stopped', code: 'rejected.fraud' },
      "Contact Stripe about the account. The host can't fix it.",
    ],
    [
      'an account under review',
      { problem: 'account_stopped', code: 'under_review' },
      'Stripe is reviewing the account.',
    ],
    [
      'an account that Courtly paused',
      { problem: 'account_stopped', code: 'platform_paused' },
      'Check the account in Stripe.',
    ],
    [
      'an account stopped without a cause',
      { problem: 'account_stopped', code: null },
      'Check the account in Stripe.',
    ],
    [
      'a missing account',
      { problem: 'account_missing' },
      'The host must set up payouts. The host gets a weekly reminder.',
    ],
    [
      'a wrong amount',
      { problem: 'payment_mismatch' },
      'None. Courtly releases or refunds the payment automatically.',
    ],
  ])('names the next step for %s', async (_, changes, nextStep) => {
    renderCase({ ...dispute, ...changes });
    const row = await rowOf('Disputes');
    expect(row.getByText('Next step').nextSibling?.textContent).toBe(nextStep);
  });

  it('names no next step for a closed dispute', () =>
    expect(nextStepText({ ...dispute, status: 'done', respondBy: null })).toBeNull());

  it('waives a debt, and explains that the host gets nothing for it', async () => {
    const sent = renderCase({ ...failedRefund, problem: 'overdue', stripeId: 'booking_b1' });
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
    const sent = renderCase(failedRefund);
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
    const sent = renderCase(refusedMembershipRefund);
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

  it('retries ending a subscription after Stripe refused', async () => {
    const sent = renderCase(refusedCancellation);
    const row = await rowOf('Charges and refunds');
    expect(row.getByRole('heading').textContent).toBe(
      'Stripe refused to cancel a membership payment of $100.00',
    );
    expect(row.queryByRole('button', { name: 'Settle Another Way' })).toBeNull();
    await userEvent.click(row.getByRole('button', { name: 'Retry Now' }));
    await sendReason('Reason', 'Stripe lifted it.', 'Retry Now');
    expect(await screen.findByText('Courtly is trying again')).toBeTruthy();
    expect(sent('POST /api/admin/users/u3/membership-retries')).toEqual([
      { stripeId: 'sub_1', reason: 'Stripe lifted it.' },
    ]);
  });

  it('shows a mismatch in the currency of the payment', async () => {
    const inEuros = { ...mismatch, amount: { amount: '199.00', currency: 'eur' } };
    renderCase(inEuros);
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
    renderCase(inEuros);
    const row = await rowOf('Charges and refunds');
    expect(row.getByRole('heading').textContent).toBe('Stripe refused a refund of EUR 199.00');
    await userEvent.click(row.getByRole('button', { name: 'Settle Another Way' }));
    const dialog = within(await screen.findByRole('dialog'));
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
    renderCase({ ...refusedMembershipRefund, settlements: [] });
    const row = await rowOf('Charges and refunds');
    expect(row.getByRole('button', { name: 'Retry Now' })).toBeTruthy();
    expect(row.queryByRole('button', { name: 'Settle Another Way' })).toBeNull();
  });

  it('retries a refused payout', async () => {
    const sent = renderCase(refusedTransfer);
    const row = await rowOf('Payouts');
    expect(row.getByRole('button', { name: 'Hold Payout' })).toBeTruthy();
    await userEvent.click(row.getByRole('button', { name: 'Retry Now' }));
    await sendReason('Reason', 'The account was fixed.', 'Retry Now');
    expect(await screen.findByText('Courtly is trying again')).toBeTruthy();
    expect(sent('POST /api/admin/bookings/b1/payout-retries')).toEqual([
      { reason: 'The account was fixed.' },
    ]);
  });

  it('shows what waits for the account of a host', async () => {
    renderCase({
      ...refusedTransfer,
      id: 'account.u4',
      problem: 'account_missing',
      stripeId: '',
      booking: null,
      host: { id: 'u4', name: 'Hollis Host' },
      canHoldPayout: false,
    });
    const row = await rowOf('Payouts');
    expect(row.getByRole('heading').textContent).toBe(
      "$297.00 is waiting for a host's payout account",
    );
    expect(row.getByText('Hollis Host')).toBeTruthy();
    expect(row.queryByText('In Stripe')).toBeNull();
  });

  it('offers to write off what a host owes', async () => {
    renderCase({ ...refusedTransfer, problem: 'host_debt', canHoldPayout: false });
    const row = await rowOf('Payouts');
    expect(row.getByRole('heading').textContent).toBe(
      'A host owes $297.00, which their next payouts repay',
    );
    expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Adjust Payout',
      'Mark as Done',
    ]);
  });

  it('deducts from the payout for an hour that was refunded in the Stripe dashboard', async () => {
    const sent = renderCase(dashboardRefund);
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
    renderCase(refusedTransfer);
    const row = await rowOf('Payouts');
    await userEvent.click(row.getByRole('button', { name: 'Mark as Done' }));
    await sendReason('Reason', 'Paid by bank transfer.', 'Mark as Done');
    expect(await screen.findByText('Not completed')).toBeTruthy();
    expect(screen.getByText('This money still has to move.')).toBeTruthy();
    expect(screen.queryByText('Something went wrong')).toBeNull();
  });

  it('refunds a payment that a bank reported as fraud', async () => {
    const sent = renderCase(fraudWarning);
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

  it('cancels a booking whose authorization a bank reported as fraud', async () => {
    const sent = renderCase({ ...fraudWarning, problem: 'authorization_fraud_warning' });
    const row = await rowOf('Disputes');
    expect(row.getByText('A bank reported an authorization of $330.00 as fraud')).toBeTruthy();
    expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Cancel Booking',
      'Mark as Done',
    ]);
    await userEvent.click(row.getByRole('button', { name: 'Cancel Booking' }));
    await sendReason('Reason', 'The card was stolen.', 'Cancel This Booking');
    expect(await screen.findByText('Booking canceled')).toBeTruthy();
    expect(sent('POST /api/admin/bookings/b1/cancellations')).toEqual([
      { reason: 'The card was stolen.' },
    ]);
  });

  it('refunds a membership payment that a bank reported as fraud', async () => {
    const member = { id: 'u3', name: 'Ann Member' };
    const sent = renderCase({
      ...fraudWarning,
      stripeId: 'in_1',
      booking: null,
      member,
      canHoldPayout: false,
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
    renderCase(dispute);
    const row = await rowOf('Disputes');
    expect(row.getByRole('button', { name: 'Evidence' })).toBeTruthy();
    expect(row.queryByRole('button', { name: 'Hold Payout' })).toBeNull();
  });

  it('gathers the evidence for a disputed hour', async () => {
    renderCase(dispute);
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
    expect(screen.getByText('Hours the player completed earlier: 4')).toBeTruthy();
  });

  it('gathers the evidence for an inquiry about a membership', async () => {
    renderCase(membershipInquiry);
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
    renderCase(stopped);
    const row = await rowOf('Payouts');
    expect(row.getByRole('heading').textContent).toBe('Stripe stopped paying a host');
    expect(row.getByText('Requirements past due')).toBeTruthy();
    expect(row.getByText('Waiting to be paid out').nextSibling?.textContent).toBe('$297.00');
  });

  it('returns a membership payment with a wrong amount', async () => {
    const sent = renderCase(mismatch);
    const row = await rowOf('Mismatches');
    expect(row.getByText('Ann Member')).toBeTruthy();
    expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Return Payment',
    ]);
    await userEvent.click(row.getByRole('button', { name: 'Return Payment' }));
    await sendReason('Reason', 'Paid in euros.', 'Return Payment');
    expect(await screen.findByText('The payment is on its way back')).toBeTruthy();
    expect(sent('POST /api/admin/users/u3/membership-returns')).toEqual([
      { reason: 'Paid in euros.' },
    ]);
  });

  it('refunds a month with a wrong amount', async () => {
    const sent = renderCase({ ...mismatch, stripeId: 'in_1', wrongPayment: 'refundable' });
    const row = await rowOf('Mismatches');
    await userEvent.click(row.getByRole('button', { name: 'Refund' }));
    await sendReason('Reason', 'Paid in euros.', 'Refund');
    expect(await screen.findByText('The refund is on its way')).toBeTruthy();
    expect(sent('POST /api/admin/users/u3/membership-refunds')).toEqual([
      { paidBy: 'in_1', amount: '165.00', reason: 'Paid in euros.' },
    ]);
  });

  it('offers nothing once the return of a wrong payment is ordered', async () => {
    renderCase({ ...mismatch, wrongPayment: 'ordered' });
    const row = await rowOf('Mismatches');
    expect(row.getByText('The payment is being returned.')).toBeTruthy();
    expect(row.queryByRole('button')).toBeNull();
  });

  it('marks the released payment of a booking as done', async () => {
    const sent = renderCase(bookingMismatch);
    const row = await rowOf('Mismatches');
    await userEvent.click(row.getByRole('button', { name: 'Mark as Done' }));
    expect(screen.getByText(/Courtly releases or refunds this payment automatically/)).toBeTruthy();
    await sendReason('Reason', 'Canceled in the dashboard.', 'Mark as Done');
    expect(await screen.findByText('Every amount in Stripe is as agreed.')).toBeTruthy();
    expect(sent('POST /api/admin/money/cases/mismatch.pi_2/closure')).toEqual([
      { reason: 'Canceled in the dashboard.' },
    ]);
  });

  it('marks a refused step as done once nothing is due', async () => {
    const sent = renderCase(failedRefund);
    const row = await rowOf('Charges and refunds');
    await userEvent.click(row.getByRole('button', { name: 'Mark as Done' }));
    expect(screen.getByText(/You can do this once nothing more is due/)).toBeTruthy();
    await sendReason('Reason', 'The bank took the amount.', 'Mark as Done');
    expect(await screen.findByText('Every charge and refund went through.')).toBeTruthy();
    expect(sent('POST /api/admin/money/cases/payment.b1/closure')).toEqual([
      { reason: 'The bank took the amount.' },
    ]);
  });
});
