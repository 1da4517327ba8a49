import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { plansLike } from '../../testing/membership';
import { renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { mockStripe, stripeStandIn } from '../../testing/stripe';
import { CheckoutPage } from './checkout-page';

afterEach(cleanup);

const foundingIntent = {
  paymentIntentId: 'pi_1',
  clientSecret: 'pi_1_secret_2',
  purpose: 'founding',
  amount: '199.00',
  founderNumber: 47,
  openUntil: '2099-01-01T00:00:00.000Z',
};
const renderCheckout = (address: string, handlers: Handlers) => {
  const apiCalls = mockApi({
    'GET /api/auth/me': () => [200, robin],
    'GET /api/config': () => [
      200,
      {
        paymentRequired: true,
        stripe: { ...stripeStandIn, publishableKey: 'pk_live_1' },
      },
    ],
    'GET /api/membership/plans': () => [200, plansLike()],
    'GET /api/account/cards': () => [200, []],
    ...handlers,
  });
  mockStripe();
  renderAt(address, <CheckoutPage />);
  return apiCalls;
};
const callsTo = (apiCalls: ReturnType<typeof renderCheckout>, name: string) =>
  apiCalls.filter((apiCall) => apiCall.name === name);

describe('the founding checkout', () => {
  it('reserves a seat and shows its number and price from the server', async () => {
    const apiCalls = renderCheckout('/checkout', {
      'POST /api/create-payment-intent': () => [200, foundingIntent],
    });
    expect(await screen.findByText('Founding member No. 47')).toBeTruthy();
    expect(screen.getByText('$199.00')).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toContain('Your seat is reserved for you');
    expect(await screen.findByRole('button', { name: 'Pay $199.00' })).toBeTruthy();
    expect(callsTo(apiCalls, 'POST /api/create-payment-intent').map(({ body }) => body)).toEqual([
      { purpose: 'founding' },
    ]);
    expect(screen.queryByText('Test payments.')).toBeNull();
  });

  it('renews a membership with a separate purpose and without a countdown', async () => {
    const renewalIntent = { ...foundingIntent, purpose: 'foundingRenewal' };
    const apiCalls = renderCheckout('/checkout?plan=foundingRenewal', {
      'POST /api/create-payment-intent': () => [200, renewalIntent],
    });
    expect(await screen.findByRole('button', { name: 'Pay $199.00' })).toBeTruthy();
    expect(screen.queryByRole('timer')).toBeNull();
    expect(callsTo(apiCalls, 'POST /api/create-payment-intent')[0]!.body).toEqual({
      purpose: 'foundingRenewal',
    });
  });

  it('shows why the membership cannot be bought and links back', async () => {
    renderCheckout('/checkout', {
      'POST /api/create-payment-intent': () => [
        409,
        { code: 'not_on_sale', message: 'Every seat is taken.' },
      ],
    });
    expect(
      (await screen.findByText('Every seat is taken.')).closest('[role="alert"]'),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Elite' }).getAttribute('href')).toBe('/elite');
    expect(screen.queryByLabelText('Card number')).toBeNull();
  });
});

describe('the monthly checkout', () => {
  it('sends visitors without an application to the form instead of payment', async () => {
    const closedPlans = plansLike(false);
    const monthlyPlan = { ...closedPlans.monthly, needsApplication: true };
    renderCheckout('/checkout?plan=monthly', {
      'GET /api/membership/plans': () => [200, { ...closedPlans, monthly: monthlyPlan }],
    });
    expect((await screen.findByRole('link', { name: 'Apply' })).getAttribute('href')).toBe(
      '/player-application',
    );
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Continue to Payment' })).toBeNull();
  });

  it('requires consent to renewal before subscribing', async () => {
    const subscription = {
      subscriptionId: 'sub_1',
      clientSecret: 'pi_2_secret_3',
      amount: '100.00',
    };
    const apiCalls = renderCheckout('/checkout?plan=monthly', {
      'POST /api/membership/subscription': () => [200, subscription],
    });
    const consentBox = await screen.findByRole('checkbox', { name: 'I agree that it renews.' });
    expect((consentBox as HTMLInputElement).checked).toBe(false);
    const continueButton = screen.getByRole('button', { name: 'Continue to Payment' });
    expect(continueButton.hasAttribute('disabled')).toBe(true);
    expect(callsTo(apiCalls, 'POST /api/membership/subscription')).toEqual([]);
    await userEvent.click(consentBox);
    await userEvent.click(continueButton);
    expect(await screen.findByRole('button', { name: 'Pay $100.00' })).toBeTruthy();
    const [subscribeCall] = callsTo(apiCalls, 'POST /api/membership/subscription');
    expect(subscribeCall!.body).toEqual({ renewalConsent: true, consentVersion: '2026-11' });
    expect(await screen.findByLabelText('Card number')).toBeTruthy();
    expect(screen.queryByRole('checkbox', { name: /^Save this card/ })).toBeNull();
    expect(callsTo(apiCalls, 'GET /api/account/cards')).toEqual([]);
  });

  it('shows why subscribing failed and requires consent to retry', async () => {
    const apiCalls = renderCheckout('/checkout?plan=monthly', {
      'POST /api/membership/subscription': () => [
        409,
        { code: 'not_on_sale', message: 'Not right now.' },
      ],
    });
    const consentBox = await screen.findByRole('checkbox', { name: 'I agree that it renews.' });
    await userEvent.click(consentBox);
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect((await screen.findByText('Not right now.')).closest('[role="alert"]')).toBeTruthy();
    await userEvent.click(consentBox);
    const buttonStates = screen
      .getAllByRole('button')
      .map((button) => [button.textContent, button.hasAttribute('disabled')]);
    expect(buttonStates).toEqual([['Continue to Payment', true]]);
    expect(callsTo(apiCalls, 'POST /api/membership/subscription')).toHaveLength(1);
  });

  it('asks again for consent to renewal terms that changed while the page was open', async () => {
    const plans = plansLike();
    const renewalConsent = {
      version: '2027-01',
      text: 'I agree to the new text.',
      textHash: 'def',
    };
    let hasChanged = false;
    renderCheckout('/checkout?plan=monthly', {
      'GET /api/membership/plans': () => [
        200,
        hasChanged ? { ...plans, monthly: { ...plans.monthly, renewalConsent } } : plans,
      ],
      'POST /api/membership/subscription': () => {
        hasChanged = true;
        return [409, { code: 'conflict', message: 'The renewal terms have changed.' }];
      },
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'I agree that it renews.' }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    const consentBox = await screen.findByRole('checkbox', { name: 'I agree to the new text.' });
    expect((consentBox as HTMLInputElement).checked).toBe(false);
    expect(screen.getByRole('alert').textContent).toBe('The renewal terms have changed.');
    expect(
      screen.getByRole('button', { name: 'Continue to Payment' }).hasAttribute('disabled'),
    ).toBe(true);
  });
});
