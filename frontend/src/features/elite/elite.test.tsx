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
        const changes = { headStartMinutes: 2_880, eliteFeeShare: 250, openBookings: 2 };
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
    expect(
      screen.getByText('Hold up to 6 upcoming bookings. Everyone else can hold 2 bookings.'),
    ).toBeTruthy();
  });

  it('promises no head start if the policy gives none', async () => {
    mockApi({ ...plans, 'GET /api/catalog': () => [200, catalogLike({ headStartMinutes: 0 })] });
    renderAt('/elite', <ElitePage />);
    expect(await screen.findByText(/of the court's rate instead of/)).toBeTruthy();
    expect(screen.queryByText('Priority access')).toBeNull();
    expect(screen.queryByText(/ahead|0 minutes/i)).toBeNull();
  });

  it('promises nothing that the policy gives to everyone', async () => {
    const changes = { eliteFeeShare: 1_000, openBookings: null, eliteOpenBookings: null };
    mockApi({ ...plans, 'GET /api/catalog': () => [200, catalogLike(changes)] });
    renderAt('/elite', <ElitePage />);
    expect(await screen.findByText(/72 hours before it opens/)).toBeTruthy();
    expect(screen.queryByText('A lower service fee')).toBeNull();
    expect(screen.queryByText('More upcoming games')).toBeNull();
  });

  const planNames = async () => {
    await screen.findByText(/a month, \$/);
    const headings = screen.getAllByRole('heading', { level: 3 });
    return headings
      .map(({ textContent }) => textContent)
      .filter((name) => /^(Founding Member|Elite)$/.test(name));
  };

  it('shows both prices, first the one that costs less for a year', async () => {
    mockApi(plans);
    renderAt('/elite', <ElitePage />);
    expect(await planNames()).toEqual(['Founding Member', 'Elite']);
    expect(screen.getByText('$199')).toBeTruthy();
    expect(screen.getByText('a month, $1,200 a year')).toBeTruthy();
  });

  it('shows the monthly price first if no founding seat is left', async () => {
    const { founding, monthly } = plansLike();
    const soldOut = { ...founding, seatsLeft: 0, nextNumber: null, isOpen: false };
    mockApi({ 'GET /api/membership/plans': () => [200, { founding: soldOut, monthly }] });
    renderAt('/elite', <ElitePage />);
    expect(await planNames()).toEqual(['Elite', 'Founding Member']);
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
    expect(screen.getByText("Monthly membership isn't on sale right now.")).toBeTruthy();
    expect(
      screen.queryByRole('link', { name: /^(Become Founder|Join Monthly|Apply$)/ }),
    ).toBeNull();
  });

  it('links to the application if the monthly plan needs one', async () => {
    const { founding, monthly } = plansLike(false);
    const needsApplication = { founding, monthly: { ...monthly, needsApplication: true } };
    mockApi({ 'GET /api/membership/plans': () => [200, needsApplication] });
    renderAt('/elite', <ElitePage />);
    expect(await linkTo('Apply')).toBe('/player-application');
  });

  it('shows members that they have joined, and no prices', async () => {
    mockApi(membershipHandlers());
    renderAt('/elite', <ElitePage />);
    expect(await screen.findByText("You're an Elite member.")).toBeTruthy();
    expect(await screen.findByText(/Founding Member, No. 47/)).toBeTruthy();
    expect(screen.queryByText(/a month|a year$/)).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Two ways to join' })).toBeNull();
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

  it("offers only renewal at the founder's price to a founder whose year has ended", async () => {
    const lapsed = { tier: 'free', state: 'lapsed', canRenew: true } as const;
    mockApi({ ...membershipHandlers(lapsed), 'GET /api/auth/me': () => [200, robin] });
    renderAt('/elite', <ElitePage />);
    expect(await linkTo('Renew for $199.00')).toBe('/checkout?plan=foundingRenewal');
    expect(screen.queryByRole('link', { name: /^(Become|Join)/ })).toBeNull();
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

  it('welcomes the member with their founder number, and stays', async () => {
    const apiCalls = mockApi(paid);
    renderAt('/checkout-success?payment_intent=pi_1', <SuccessPage />);
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome to Elite!' })).toBeTruthy();
    expect(screen.getByText(/You're founding member No. 47/)).toBeTruthy();
    expect(
      screen.getByRole('img', { name: /^Your membership card: Courtly Elite, .+, number 047$/ }),
    ).toBeTruthy();
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(hrefOf('Explore Elite Courts')).toBe('/courts');
    expect(hrefOf('View Rankings')).toBe('/rankings');
    expect(hrefOf('Complete Profile')).toBe('/profile/edit');
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(address()).toBe('/checkout-success?payment_intent=pi_1');
    expect(apiCalls.filter(({ name }) => name.startsWith('POST')).map(({ body }) => body)).toEqual([
      { paymentIntentId: 'pi_1' },
    ]);
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
