import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { rememberChallenge } from '../../resources/player/challenge';
import { buildBooking, buildHostBooking } from '../../testing/booking';
import { memberLike } from '../../testing/ranking';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { mockStripe, stripeStandIn } from '../../testing/stripe';
import { CheckoutPage } from './checkout-page';
import { formatTimeLeft } from './countdown';

afterEach(cleanup);

type Changes = Parameters<typeof buildBooking>[0];

const unpaidFields: Changes = {
  status: 'pending',
  paymentStatus: 'unpaid',
  payBy: '2099-01-01T00:00:00.000Z',
};
const buildPayment = (changes: object = {}) => ({
  bookingId: 'b1',
  paymentStatus: 'unpaid',
  totalAmount: '330.00',
  payBy: unpaidFields?.payBy,
  clientSecret: 'pi_1_secret_2',
  declineCode: null,
  ...changes,
});

const renderCheckout = (changes: Changes, extraHandlers: Parameters<typeof mockApi>[0] = {}) => {
  mockApi({
    'GET /api/auth/me': () => [200, robin],
    'GET /api/config': () => [200, { paymentRequired: true, stripe: stripeStandIn }],
    'GET /api/bookings/b1': () => [200, buildBooking(changes)],
    'GET /api/bookings/b1/payment': () => [200, buildPayment()],
    'GET /api/account/cards': () => [200, []],
    ...extraHandlers,
  });
  renderAt('/checkout?bookingId=b1', <CheckoutPage />);
};

describe('the payment form', () => {
  it('reports that its configuration could not be loaded, and loads it after a retry', async () => {
    let isDown = true;
    renderCheckout(unpaidFields, {
      'GET /api/config': () =>
        isDown
          ? [503, { code: 'store_unavailable', message: 'Later.' }]
          : [200, { paymentRequired: true, stripe: stripeStandIn }],
    });
    mockStripe();
    expect(await screen.findByText('Payment not ready')).toBeTruthy();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByLabelText('Card number')).toBeTruthy();
    expect(screen.queryByText('Payment not ready')).toBeNull();
  });
});

describe('the confirmation', () => {
  it('lists the next steps, and offers a calendar entry and another hour', async () => {
    renderCheckout({ arrival: { notes: 'Ring twice.', gateCode: null } });
    const steps = within(await screen.findByRole('region', { name: 'Next steps' }));
    expect(steps.getByText('Ring twice.')).toBeTruthy();
    expect(
      steps.getByRole('link', { name: 'Directions to Camelback Clay' }).getAttribute('href'),
    ).toBe('https://www.google.com/maps/dir/?api=1&destination=1+E+Lincoln+Dr%2C+Paradise+Valley');
    expect(steps.getByText('Waiver: 1 of 1 signed.')).toBeTruthy();
    expect(steps.getByRole('link', { name: 'Manage Guests' })).toBeTruthy();
    expect(steps.getByText(/^Free cancellation until Thu, Mar 12, 10:00 AM MST\./)).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Book Again: / })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /^Add to Calendar: / }));
    expect(screen.getByRole('link', { name: 'Google Calendar' })).toBeTruthy();
    expect(
      screen.getByRole('link', { name: 'Apple Calendar or Outlook (.ics)' }).getAttribute('href'),
    ).toBe('/api/bookings/b1/calendar.ics');
  });

  it('has no steps for the host', async () => {
    renderCheckout(
      {},
      { 'GET /api/bookings/b1': () => [200, buildHostBooking({ status: 'confirmed' })] },
    );
    expect(await screen.findByText('Your court is booked')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Next steps' })).toBeNull();
  });

  it('has no steps for a request that the host has not confirmed', async () => {
    renderCheckout({ status: 'pending' });
    expect(await screen.findByText('Your request is with the host')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Next steps' })).toBeNull();
    expect(screen.queryByRole('link', { name: /^Book Again: / })).toBeNull();
  });
});

const pastDeadline = '2020-01-02T17:00:00.000Z';
const deadline = '2099-03-12T17:00:00.000Z';

describe('the booking summary', () => {
  it('shows the free cancellation deadline in court time', async () => {
    renderCheckout({});
    expect(
      await screen.findByText('Free cancellation until Thu, Mar 12, 10:00 AM MST.'),
    ).toBeTruthy();
  });

  it('shows an expired deadline, but not for a pending request', async () => {
    renderCheckout({ freeCancelUntil: pastDeadline });
    expect(
      await screen.findByText('Free cancellation ended Thu, Jan 2, 10:00 AM MST.'),
    ).toBeTruthy();
    cleanup();
    renderCheckout({ freeCancelUntil: pastDeadline, status: 'pending' });
    expect(await screen.findByText('Free cancellation until the host responds.')).toBeTruthy();
  });

  it('shows that the deadline has expired while the page stays open', async () => {
    jest.useFakeTimers({
      now: Date.parse(deadline) - 30_000,
      doNotFake: ['setTimeout', 'setImmediate', 'queueMicrotask', 'nextTick', 'performance'],
    });
    try {
      renderCheckout({ freeCancelUntil: deadline });
      await screen.findByText('Free cancellation until Thu, Mar 12, 10:00 AM MST.');
      act(() => jest.advanceTimersByTime(60_000));
      expect(screen.getByText('Free cancellation ended Thu, Mar 12, 10:00 AM MST.')).toBeTruthy();
    } finally {
      jest.useRealTimers();
    }
  });

  it('shows no deadline for a booking that cannot be canceled', async () => {
    renderCheckout({ status: 'cancelled', canCancel: false });
    expect(await screen.findByRole('heading', { name: 'This booking was canceled' })).toBeTruthy();
    expect(screen.queryByText(/Free cancellation/)).toBeNull();
  });

  it.each<[string, Changes, string]>([
    ['nothing is paid', {}, 'Nothing is charged now.'],
    [
      'a card is authorized',
      { status: 'pending', paymentStatus: 'authorised' },
      '$330.00 is authorized on your card. It will be charged only if the host approves.',
    ],
    [
      'the host approved',
      { paymentStatus: 'authorised' },
      '$330.00 is being charged to your card.',
    ],
    [
      'the charge waits for the end of free cancellation',
      { paymentStatus: 'authorised', chargesAt: '2099-03-12T17:00:00.000Z' },
      '$330.00 is authorized on your card. It will be charged on Thu, Mar 12, 10:00 AM MST, unless you cancel before then.',
    ],
    ['it is charged', { paymentStatus: 'captured' }, '$330.00 was charged to your card.'],
    [
      'the time to pay ran out',
      { status: 'cancelled', paymentStatus: 'unpaid', cancelReason: 'not_paid' },
      'Nothing was charged.',
    ],
    [
      'the authorization is released',
      { status: 'cancelled', paymentStatus: 'released' },
      'Nothing was charged; the authorization on your card was released.',
    ],
  ])('shows the payment status when %s', async (_, changes, expectedText) => {
    renderCheckout(changes);
    expect(await screen.findByText(expectedText)).toBeTruthy();
    expect(screen.queryByLabelText('Card number')).toBeNull();
  });
});

describe('the checkout of a booking with a challenge', () => {
  const renderChallenge = (
    response: Parameters<typeof mockApi>[0]['x'],
    rememberedBookingId = 'b1',
  ) => {
    rememberChallenge(rememberedBookingId, 'u2');
    const apiCalls = mockApi({
      'GET /api/auth/me': () => [200, robin],
      'GET /api/bookings/b1': () => [200, buildBooking({ status: 'pending' })],
      'GET /api/players/u2': () => [200, memberLike()],
      'POST /api/challenges': response,
    });
    renderAt('/checkout?bookingId=b1&challenge=u2', <CheckoutPage />);
    return () =>
      apiCalls.flatMap(({ name, body }) => (name === 'POST /api/challenges' ? [body] : []));
  };
  afterEach(() => localStorage.clear());

  it('sends the challenge to the server once', async () => {
    const sentChallenges = renderChallenge(({ body }) => [201, body]);
    expect(
      await screen.findByText(/we'll let them know the time once it is confirmed/),
    ).toBeTruthy();
    await waitFor(() => expect(sentChallenges()).toEqual([{ bookingId: 'b1', playerId: 'u2' }]));
  });

  it('asks the player to tell the opponent the time if the challenge fails', async () => {
    renderChallenge(() => [404, { code: 'not_found', message: "This player doesn't exist." }]);
    expect(await screen.findByText(/please let them know the time yourself/)).toBeTruthy();
  });

  it('sends no challenge for a link from another booking', async () => {
    const sentChallenges = renderChallenge(({ body }) => [201, body], 'b2');
    expect(await screen.findByText(/^You're challenging/)).toBeTruthy();
    expect(sentChallenges()).toEqual([]);
  });
});

describe('the payment step of the checkout', () => {
  const findPayButton = () =>
    screen.findByRole('button', { name: 'Authorize $330.00 and Send Request' });
  const enterCard = async (number: string) => {
    await userEvent.type(await screen.findByLabelText('Card number'), number);
    await userEvent.type(screen.getByLabelText('Expiry date, month and year'), '1231');
    await userEvent.type(screen.getByLabelText('Security code'), '123');
    await userEvent.type(screen.getByLabelText('ZIP code'), '85253');
  };

  it('marks test payments and incomplete card details', async () => {
    renderCheckout(unpaidFields);
    const confirmations = mockStripe();
    expect(await screen.findByText('Test payments.')).toBeTruthy();
    const cardNumber = await screen.findByLabelText('Card number');
    await userEvent.click(await findPayButton());
    expect(await screen.findByText('Card not ready')).toBeTruthy();
    expect(screen.getByText('Please ensure card details are entered')).toBeTruthy();
    expect(cardNumber.getAttribute('aria-invalid')).toBe('true');
    expect(confirmations).toEqual([]);
  });

  it('sends the card with its ZIP code and the name of the player', async () => {
    renderCheckout(unpaidFields);
    const confirmations = mockStripe();
    await enterCard('4242424242424242');
    await userEvent.click(await findPayButton());
    expect(await screen.findByText(/^Your bank approved the payment\./)).toBeTruthy();
    expect(confirmations).toEqual([
      expect.objectContaining({
        'payment_method_data[card][number]': '4242424242424242',
        'payment_method_data[billing_details][address][postal_code]': '85253',
        'payment_method_data[billing_details][name]': 'Robin Base',
      }),
    ]);
  });

  it('waits for the payment form to load', async () => {
    renderCheckout(unpaidFields);
    let load = () => {};
    const confirmations = mockStripe();
    const stripeFetch = globalThis.fetch;
    globalThis.fetch = async (url, init) => {
      if (String(url).startsWith(stripeStandIn.standInUrl))
        await new Promise<void>((resolve) => (load = resolve));
      return stripeFetch(url, init);
    };
    await userEvent.click(await findPayButton());
    expect(await screen.findByText('Payment not ready')).toBeTruthy();
    expect(screen.getByText('Please wait for the payment form to load')).toBeTruthy();
    expect(confirmations).toEqual([]);
    load();
    expect(await screen.findByLabelText('Card number')).toBeTruthy();
  });

  it('offers to load the payment form again if it fails', async () => {
    renderCheckout(unpaidFields);
    mockStripe();
    const stripeFetch = globalThis.fetch;
    globalThis.fetch = async (url, init) => {
      if (String(url).startsWith(stripeStandIn.standInUrl)) throw new TypeError('no network');
      return stripeFetch(url, init);
    };
    expect(await screen.findByText(/^The payment form couldn't be loaded\./)).toBeTruthy();
    globalThis.fetch = stripeFetch;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByLabelText('Card number')).toBeTruthy();
  });

  it('shows that the payment was confirmed in another tab', async () => {
    renderCheckout(unpaidFields);
    mockStripe(undefined, { status: 'requires_capture' });
    expect(await screen.findByText(/^Your bank approved the payment\./)).toBeTruthy();
  });

  it('shows the decline message of the bank and accepts another card', async () => {
    const declinedCard = {
      error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' },
    };
    let stripeResponse: object = declinedCard;
    renderCheckout(unpaidFields);
    mockStripe(() => stripeResponse);
    await enterCard('4000000000000002');
    await userEvent.click(await findPayButton());
    expect((await screen.findByText('Your card was declined.')).getAttribute('role')).toBe('alert');
    stripeResponse = { id: 'pi_1', status: 'requires_capture', next_action: null };
    await userEvent.type(screen.getByLabelText('Security code'), '{Backspace}4');
    await waitFor(() => expect(screen.queryByText('Your card was declined.')).toBeNull());
    await userEvent.click(await findPayButton());
    expect(await screen.findByText(/^Your bank approved the payment\./)).toBeTruthy();
  });

  it('recovers a payment whose response was lost', async () => {
    const confirmedAlready = {
      error: {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: 'This payment was already confirmed.',
        payment_intent: { status: 'requires_capture' },
      },
    };
    let isOffline = true;
    renderCheckout(unpaidFields);
    mockStripe(() => {
      if (isOffline) throw new TypeError('no network');
      return confirmedAlready;
    });
    await enterCard('4242424242424242');
    await userEvent.click(await findPayButton());
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^We could not reach the payment service\./,
    );
    isOffline = false;
    await userEvent.click(await findPayButton());
    expect(await screen.findByText(/^Your bank approved the payment\./)).toBeTruthy();
  });

  it('sends one payment for two quick taps', async () => {
    renderCheckout(unpaidFields);
    const confirmations = mockStripe();
    await enterCard('4242424242424242');
    await userEvent.dblClick(await findPayButton());
    expect(await screen.findByText(/^Your bank approved the payment\./)).toBeTruthy();
    expect(confirmations).toHaveLength(1);
  });

  it('saves a card only with consent', async () => {
    renderCheckout(unpaidFields);
    const confirmations = mockStripe();
    await enterCard('4242424242424242');
    const consentBox = screen.getByRole('checkbox', { name: /^Save this card/ });
    expect((consentBox as HTMLInputElement).checked).toBe(false);
    await userEvent.click(consentBox);
    await userEvent.click(await findPayButton());
    expect(await screen.findByText(/^Your bank approved the payment\./)).toBeTruthy();
    expect(confirmations).toEqual([
      expect.objectContaining({
        setup_future_usage: 'on_session',
        'payment_method_data[allow_redisplay]': 'always',
      }),
    ]);
  });

  const visa = { id: 'pm_1', brand: 'visa', last4: '4242', expiresAt: '2031-12' };
  const withSavedCard = { 'GET /api/account/cards': () => [200, [visa]] as const };

  it('pays with a saved card in one tap', async () => {
    renderCheckout(unpaidFields, withSavedCard);
    const confirmations = mockStripe();
    const savedCard = await screen.findByRole('radio', {
      name: 'Visa ending in 4242, expires 12/31',
    });
    expect((savedCard as HTMLInputElement).checked).toBe(true);
    expect(screen.queryByLabelText('Card number')).toBeNull();
    await userEvent.click(await findPayButton());
    expect(await screen.findByText(/^Your bank approved the payment\./)).toBeTruthy();
    expect(confirmations).toEqual([
      { key: 'pk_test_1', client_secret: 'pi_1_secret_2', payment_method: 'pm_1' },
    ]);
  });

  it('offers no expired card', async () => {
    renderCheckout(unpaidFields, {
      'GET /api/account/cards': () => [200, [{ ...visa, expiresAt: '2020-12' }]],
    });
    mockStripe();
    expect(await screen.findByLabelText('Card number')).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('accepts another card after a saved one is declined', async () => {
    const declinedCard = {
      error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' },
    };
    let stripeResponse: object = declinedCard;
    renderCheckout(unpaidFields, withSavedCard);
    const confirmations = mockStripe(() => stripeResponse);
    await userEvent.click(await findPayButton());
    expect((await screen.findByText('Your card was declined.')).getAttribute('role')).toBe('alert');
    stripeResponse = { status: 'requires_capture', next_action: null };
    await userEvent.click(screen.getByRole('radio', { name: 'Another card or wallet' }));
    expect(screen.queryByText('Your card was declined.')).toBeNull();
    await enterCard('4242424242424242');
    await userEvent.click(await findPayButton());
    expect(await screen.findByText(/^Your bank approved the payment\./)).toBeTruthy();
    expect(confirmations).toHaveLength(2);
  });

  it('removes the error of a declined attempt when the next one starts', async () => {
    let stripeResponse: object = {
      error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' },
    };
    renderCheckout(unpaidFields, withSavedCard);
    mockStripe(() => stripeResponse);
    await userEvent.click(await findPayButton());
    await waitFor(() => expect(toast.getToasts()).toMatchObject([{ title: 'Payment Failed' }]));
    stripeResponse = { status: 'requires_capture', next_action: null };
    await userEvent.click(await findPayButton());
    expect(await screen.findByText(/^Your bank approved the payment\./)).toBeTruthy();
    await waitFor(() => expect(toast.getToasts()).toEqual([]));
  });

  it('offers a new card if the saved cards cannot be loaded', async () => {
    renderCheckout(unpaidFields, {
      'GET /api/account/cards': () => [503, { code: 'store_unavailable', message: 'Not now.' }],
    });
    mockStripe();
    expect(await screen.findByLabelText('Card number')).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('keeps a card that is being entered when the saved cards load later', async () => {
    let isAway = true;
    renderCheckout(unpaidFields, {
      'GET /api/account/cards': () =>
        isAway ? [503, { code: 'store_unavailable', message: 'Not now.' }] : [200, [visa]],
    });
    mockStripe();
    const numberField = await screen.findByLabelText<HTMLInputElement>('Card number');
    await userEvent.type(numberField, '4000');
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    const otherCard = await screen.findByRole('radio', { name: 'Another card or wallet' });
    expect((otherCard as HTMLInputElement).checked).toBe(true);
    expect(numberField.isConnected && numberField.value).toBe('4000');
  });

  it('waits for the pending Stripe payment intent', async () => {
    renderCheckout(unpaidFields, {
      'GET /api/bookings/b1/payment': () => [200, buildPayment({ clientSecret: null })],
    });
    expect(await screen.findByRole('status', { name: 'Preparing the payment' })).toBeTruthy();
    expect(screen.queryByLabelText('Card number')).toBeNull();
  });

  it('reports that payments are not configured', async () => {
    renderCheckout(unpaidFields, {
      'GET /api/config': () => [200, { paymentRequired: true, stripe: null }],
    });
    expect(await screen.findByText('Payment not ready')).toBeTruthy();
  });
});

it('counts down in minutes and seconds to zero', () => {
  const deadline = '2027-03-13T17:15:00.000Z';
  const timeLeftAt = (instant: string) => formatTimeLeft(deadline, Date.parse(instant));
  expect(timeLeftAt('2027-03-13T17:00:00.000Z')).toBe('15:00');
  expect(timeLeftAt('2027-03-13T17:14:54.200Z')).toBe('0:06');
  expect(timeLeftAt('2027-03-13T18:00:00.000Z')).toBe('0:00');
});
