import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { rememberChallenge } from '../../resources/player/challenge';
import { buildBooking } from '../../testing/booking';
import { memberLike } from '../../testing/ranking';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { CheckoutPage } from './checkout-page';
import { formatTimeLeft } from './countdown';

afterEach(cleanup);

type Changes = Parameters<typeof buildBooking>[0];

const standIn = { publishableKey: 'pk_test_1', standInUrl: 'http://127.0.0.1:4242' };
const unpaid: Changes = {
  status: 'pending',
  paymentStatus: 'unpaid',
  payBy: '2099-01-01T00:00:00.000Z',
};
const payment = (changes: object = {}) => ({
  bookingId: 'b1',
  paymentStatus: 'unpaid',
  totalAmount: '330.00',
  payBy: unpaid?.payBy,
  clientSecret: 'pi_1_secret_2',
  declineCode: null,
  ...changes,
});

const show = (changes: Changes, more: Parameters<typeof mockApi>[0] = {}) => {
  mockApi({
    'GET /api/auth/me': () => [200, robin],
    'GET /api/config': () => [200, { paymentRequired: true, stripe: standIn }],
    'GET /api/bookings/b1': () => [200, buildBooking(changes)],
    'GET /api/bookings/b1/payment': () => [200, payment()],
    ...more,
  });
  renderAt('/checkout?bookingId=b1', <CheckoutPage />);
};
const past = '2020-01-02T17:00:00.000Z';

describe('the booking summary', () => {
  it('shows the free cancellation deadline in court time', async () => {
    show({});
    expect(
      await screen.findByText('Free cancellation until Thu, Mar 12, 10:00 AM MST.'),
    ).toBeTruthy();
  });

  it('shows an expired deadline, but not for a pending request', async () => {
    show({ freeCancelUntil: past });
    expect(
      await screen.findByText('Free cancellation ended Thu, Jan 2, 10:00 AM MST.'),
    ).toBeTruthy();
    cleanup();
    show({ freeCancelUntil: past, status: 'pending' });
    expect(await screen.findByText('Free cancellation until the host answers.')).toBeTruthy();
  });

  it('shows no deadline for a booking that cannot be canceled', async () => {
    show({ status: 'cancelled', canCancel: false });
    expect(await screen.findByRole('heading', { name: 'This booking was cancelled' })).toBeTruthy();
    expect(screen.queryByText(/Free cancellation/)).toBeNull();
  });

  it.each<[string, Changes, string]>([
    ['nothing is paid', {}, 'Nothing is charged now.'],
    [
      'a card is held',
      { status: 'pending', paymentStatus: 'authorised' },
      '$330.00 is held on your card; it is charged only if the host approves.',
    ],
    [
      'the host approved',
      { paymentStatus: 'authorised' },
      'The host approved: $330.00 is being charged to your card.',
    ],
    ['it is charged', { paymentStatus: 'captured' }, '$330.00 was charged to your card.'],
    [
      'the time to pay ran out',
      { status: 'cancelled', paymentStatus: 'unpaid', cancelReason: 'not_paid' },
      'Nothing was charged.',
    ],
    [
      'the hold is released',
      { status: 'cancelled', paymentStatus: 'released' },
      'Nothing was charged; the hold on your card is released.',
    ],
  ])('shows the payment status when %s', async (_, changes, words) => {
    show(changes);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByLabelText('Card number')).toBeNull();
  });
});

describe('a booking with a challenge', () => {
  const challenge = (answer: Parameters<typeof mockApi>[0]['x'], remembered = 'b1') => {
    rememberChallenge(remembered, 'u2');
    const calls = mockApi({
      'GET /api/auth/me': () => [200, robin],
      'GET /api/bookings/b1': () => [200, buildBooking({ status: 'pending' })],
      'GET /api/players/u2': () => [200, memberLike()],
      'POST /api/challenges': answer,
    });
    renderAt('/checkout?bookingId=b1&challenge=u2', <CheckoutPage />);
    return () => calls.flatMap(({ name, body }) => (name === 'POST /api/challenges' ? [body] : []));
  };
  afterEach(() => localStorage.clear());

  it('sends the challenge to the server once', async () => {
    const sent = challenge(({ body }) => [201, body]);
    expect(
      await screen.findByText(/we'll let them know the time once it is confirmed/),
    ).toBeTruthy();
    await waitFor(() => expect(sent()).toEqual([{ bookingId: 'b1', playerId: 'u2' }]));
  });

  it('asks the player to pass on the time if the challenge fails', async () => {
    challenge(() => [404, { code: 'not_found', message: 'This player does not exist.' }]);
    expect(await screen.findByText(/please let them know the time yourself/)).toBeTruthy();
  });

  it('sends no challenge for a link from another booking', async () => {
    const sent = challenge(({ body }) => [201, body], 'b2');
    expect(await screen.findByText(/^You are challenging/)).toBeTruthy();
    expect(sent()).toEqual([]);
  });
});

describe('paying for a booking', () => {
  const button = () => screen.findByRole('button', { name: 'Hold $330.00 and send the request' });
  const give = async (number: string) => {
    await userEvent.type(await screen.findByLabelText('Card number'), number);
    await userEvent.type(screen.getByLabelText('Expiry date, month and year'), '1231');
    await userEvent.type(screen.getByLabelText('Security code'), '123');
  };
  /** Mocks the Stripe stand-in, whose calls are not part of the contract. */
  const answerIntents = (answer: () => object) => {
    const api = globalThis.fetch;
    globalThis.fetch = async (url, init) =>
      String(url).startsWith(`${standIn.standInUrl}/v1/payment_intents/pi_1/`)
        ? Response.json(answer())
        : api(url, init);
  };

  it('requires complete card details and marks test payments', async () => {
    show(unpaid);
    expect(await screen.findByText('Test payments.')).toBeTruthy();
    expect((await button()).hasAttribute('disabled')).toBe(true);
    await give('4242424242424242');
    expect((await button()).hasAttribute('disabled')).toBe(false);
  });

  it('shows the decline message of the bank and accepts another card', async () => {
    const declined = {
      error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' },
    };
    let answer: object = declined;
    show(unpaid);
    answerIntents(() => answer);
    await give('4000000000000002');
    await userEvent.click(await button());
    expect((await screen.findByText('Your card was declined.')).getAttribute('role')).toBe('alert');
    answer = { id: 'pi_1', status: 'requires_capture', next_action: null };
    await userEvent.type(screen.getByLabelText('Security code'), '{Backspace}4');
    await waitFor(() => expect(screen.queryByText('Your card was declined.')).toBeNull());
    await userEvent.click(await button());
    expect(await screen.findByText(/^Your bank approved the payment\./)).toBeTruthy();
  });

  it('waits for the pending Stripe payment intent', async () => {
    show(unpaid, { 'GET /api/bookings/b1/payment': () => [200, payment({ clientSecret: null })] });
    expect(await screen.findByRole('status', { name: 'Preparing the payment' })).toBeTruthy();
    expect(screen.queryByLabelText('Card number')).toBeNull();
  });

  it('reports when payments are not configured', async () => {
    show(unpaid, { 'GET /api/config': () => [200, { paymentRequired: true, stripe: null }] });
    expect(await screen.findByText('Payment not ready')).toBeTruthy();
  });
});

it('counts down in minutes and seconds to zero', () => {
  const until = '2027-03-13T17:15:00.000Z';
  const at = (instant: string) => formatTimeLeft(until, Date.parse(instant));
  expect(at('2027-03-13T17:00:00.000Z')).toBe('15:00');
  expect(at('2027-03-13T17:14:54.200Z')).toBe('0:06');
  expect(at('2027-03-13T18:00:00.000Z')).toBe('0:00');
});
