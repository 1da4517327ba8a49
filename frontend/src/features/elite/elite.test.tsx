import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { catalogLike } from '../../testing/catalog';
import {
  membershipLike,
  membershipReceiptLike,
  noMembership,
  plansLike,
} from '../../testing/membership';
import { renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { ElitePage } from './elite-page';
import { SuccessPage } from './success-page';

afterEach(() => {
  jest.useRealTimers();
  cleanup();
});

const member = { ...robin, membershipTier: 'elite' } as const;
const plans: Handlers = { 'GET /api/membership/plans': () => [200, plansLike()] };
const membershipHandlers = (changes: Parameters<typeof membershipLike>[0] = {}): Handlers => ({
  ...plans,
  'GET /api/auth/me': () => [200, member],
  'GET /api/membership': () => [200, membershipLike(changes)],
  'GET /api/membership/receipts': () => [200, [membershipReceiptLike()]],
});
const address = () => screen.getByTestId('address').textContent;
const linkTo = async (name: string | RegExp) =>
  (await screen.findByRole('link', { name })).getAttribute('href');

describe('the Elite page', () => {
  it('offers the membership to visitors', async () => {
    mockApi(plans);
    renderAt('/elite', <ElitePage />);
    expect(await linkTo('Apply for Elite Membership')).toBe('/player-application');
    expect(
      await screen.findByText('54 of 100 seats are left. The next founder is number 47.'),
    ).toBeTruthy();
    expect(await linkTo('Become Founder 47')).toBe('/register');
  });

  it('shows the numbers of the policy in force, and none before they have loaded', async () => {
    const loaded = Promise.withResolvers<undefined>();
    mockApi({
      ...plans,
      'GET /api/catalog': async () => {
        await loaded.promise;
        const changes = { headStartMinutes: 2_880, eliteFeeShare: 250, monthlyPrice: '80.00' };
        return [200, catalogLike(changes)];
      },
    });
    renderAt('/elite', <ElitePage />);
    expect(await screen.findByText('You pay less on every booking.')).toBeTruthy();
    expect(screen.queryByText(/\d hours/)).toBeNull();
    loaded.resolve(undefined);
    expect(
      await screen.findByText(
        'Every court opens to you 48 hours before it opens to everyone else.',
      ),
    ).toBeTruthy();
    expect(screen.getByText(/2\.5% of the court's rate instead of 10%/)).toBeTruthy();
    expect(screen.getByText('$80')).toBeTruthy();
  });

  it('promises no head start if the policy gives none', async () => {
    mockApi({ ...plans, 'GET /api/catalog': () => [200, catalogLike({ headStartMinutes: 0 })] });
    renderAt('/elite', <ElitePage />);
    expect(await screen.findByText(/of the court's rate instead of/)).toBeTruthy();
    expect(screen.queryByText('Priority access')).toBeNull();
    expect(screen.queryByText(/ahead|0 minutes/i)).toBeNull();
  });

  it('links a signed-in user to the checkout of each plan', async () => {
    mockApi({
      ...plans,
      'GET /api/auth/me': () => [200, robin],
      'GET /api/membership': () => [200, noMembership],
    });
    renderAt('/elite', <ElitePage />);
    await waitFor(async () =>
      expect(await linkTo('Become Founder 47')).toBe('/checkout?plan=founding'),
    );
    expect(await linkTo('Join Monthly')).toBe('/checkout?plan=monthly');
    expect(screen.queryByRole('heading', { name: 'Your membership' })).toBeNull();
  });

  it('explains that no plan is on sale', async () => {
    mockApi({ 'GET /api/membership/plans': () => [200, plansLike(false)] });
    renderAt('/elite', <ElitePage />);
    expect(await screen.findByText("These seats aren't on sale yet.")).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Become Founder/ })).toBeNull();
    expect(await linkTo('Apply')).toBe('/player-application');
  });

  it('confirms to members that they have joined', async () => {
    mockApi(membershipHandlers());
    renderAt('/elite', <ElitePage />);
    expect(await screen.findByText("You're an Elite member.")).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^(Apply|Become|Join)/ })).toBeNull();
  });

  it('welcomes a new member', () => {
    mockApi({});
    renderAt('/elite?success=true', <ElitePage />);
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome to Elite.' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Explore Courts' }).getAttribute('href')).toBe(
      '/courts',
    );
  });
});

describe('the membership section', () => {
  it('shows the founder number and end date, and offers renewal near the end', async () => {
    mockApi(membershipHandlers({ canRenew: true }));
    renderAt('/elite', <ElitePage />);
    expect(await screen.findByText(/Founding Member, No. 47/)).toBeTruthy();
    expect(screen.getByText(/Your year runs until .*2028/)).toBeTruthy();
    expect(await linkTo('Renew for $199.00')).toBe('/checkout?plan=foundingRenewal');
    expect(screen.queryByRole('button', { name: 'Cancel Membership' })).toBeNull();
  });

  it('lists each payment with its remaining amount and receipt, newest first', async () => {
    const [month, year] = [
      membershipReceiptLike({
        receiptNumber: '20280315-ABCDEFGH-2',
        issuedAt: '2028-03-15T12:00:00.000Z',
        plan: 'monthly',
        amount: '100.00',
        netAmount: '60.00',
      }),
      membershipReceiptLike({ netAmount: '0.00' }),
    ];
    mockApi({
      ...membershipHandlers(),
      'GET /api/membership/receipts': () => [200, [month, year]],
    });
    renderAt('/elite', <ElitePage />);
    const history = await screen.findByRole('region', { name: 'Payment history' });
    await within(history).findAllByRole('link');
    const rows = within(history).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Elite, one monthMar 15, 2028, $60.00 after refunds$100.00Receipt',
      'Elite, founding yearMar 10, 2027, returned$199.00Receipt',
    ]);
    expect(await linkTo('Receipt for Mar 15, 2028')).toBe('/elite/receipts/20280315-ABCDEFGH-2');
  });

  const monthly = {
    plan: 'monthly',
    founderNumber: null,
    canCancel: true,
    hasPortal: true,
    price: '100.00',
  } as const;

  it('cancels once, after confirmation', async () => {
    const apiCalls = mockApi({
      ...membershipHandlers(monthly),
      'POST /api/membership/cancel': () => [
        200,
        membershipLike({ ...monthly, state: 'cancelled', canCancel: false }),
      ],
    });
    renderAt('/elite', <ElitePage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel Membership' }));
    expect((await screen.findByRole('dialog')).textContent).toMatch(
      /You remain a member until .*2028/,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Keep Membership' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel Membership' }));
    const [, confirm] = screen.getAllByRole('button', { name: 'Cancel Membership', hidden: true });
    await userEvent.click(confirm!);
    expect(
      await screen.findByText(/Your membership is canceled. You won't be charged again/),
    ).toBeTruthy();
    expect(apiCalls.filter(({ name }) => name === 'POST /api/membership/cancel')).toHaveLength(1);
  });

  it('shows when an unpaid membership ends and reports that the card page failed to open', async () => {
    mockApi({
      ...membershipHandlers({ ...monthly, state: 'grace' }),
      'POST /api/membership/portal': () => [
        404,
        { code: 'not_found', message: 'There is no subscription.' },
      ],
    });
    renderAt('/elite', <ElitePage />);
    expect(
      await screen.findByText(/Your renewal isn't paid yet. You remain a member until/),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Card and Invoices' }));
    expect(await screen.findByText('There is no subscription.')).toBeTruthy();
  });
});

describe('the page after payment', () => {
  const paid: Handlers = {
    ...membershipHandlers(),
    'POST /api/auth/create-elite-user': () => [
      200,
      { user: member, founderNumber: 47, until: '2028-03-10T12:00:00Z' },
    ],
  };

  it('welcomes the member with their founder number and redirects to the courts', async () => {
    const apiCalls = mockApi(paid);
    renderAt('/checkout-success?payment_intent=pi_1', <SuccessPage />);
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome to Elite!' })).toBeTruthy();
    expect(screen.getByText(/You're founding member No. 47/)).toBeTruthy();
    expect(
      screen.getByRole('img', { name: /^Your membership card: Courtly Elite, .+, number 047$/ }),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Explore Elite Courts' }).getAttribute('href')).toBe(
      '/courts',
    );
    expect(screen.getByRole('link', { name: 'View Rankings' }).getAttribute('href')).toBe(
      '/rankings',
    );
    expect(screen.getByRole('link', { name: 'Complete Profile' }).getAttribute('href')).toBe(
      '/profile/edit',
    );
    for (let second = 0; second < 9; second++)
      await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(address()).toBe('/checkout-success?payment_intent=pi_1');
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(address()).toBe('/courts');
    expect(apiCalls.filter(({ name }) => name.startsWith('POST')).map(({ body }) => body)).toEqual([
      { paymentIntentId: 'pi_1' },
    ]);
  });

  it('cancels the redirect on request', async () => {
    mockApi(membershipHandlers());
    renderAt('/checkout-success', <SuccessPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Stay on This Page' }));
    jest.useFakeTimers();
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(address()).toBe('/checkout-success');
  });

  it('welcomes only members confirmed by the server', async () => {
    const serverError = {
      code: 'payment_required',
      message: "This payment wasn't completed, so nothing has changed.",
    };
    let isPaid = false;
    mockApi({
      ...membershipHandlers(),
      'GET /api/membership': () => [200, isPaid ? membershipLike() : noMembership],
      'POST /api/auth/create-elite-user': (request) =>
        isPaid ? paid['POST /api/auth/create-elite-user']!(request) : [402, serverError],
    });
    renderAt('/checkout-success?payment_intent=pi_1', <SuccessPage />);
    expect(await screen.findByText(serverError.message)).toBeTruthy();
    expect(screen.queryByText(/Welcome/)).toBeNull();
    isPaid = true;
    await userEvent.click(screen.getByRole('button', { name: 'Check Again' }));
    expect(await screen.findByRole('heading', { name: 'Welcome to Elite!' })).toBeTruthy();
  });
});
