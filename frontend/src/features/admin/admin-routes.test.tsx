import { afterEach, describe, expect, it } from '@jest/globals';
import type { AdminMembership } from '@courtly/contracts/admin-memberships';
import type { AccountDetail, AdminBooking } from '@courtly/contracts/admin-users';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { AdminRoutes } from './admin-routes';

afterEach(cleanup);

const eveAccount: AccountDetail = {
  id: 'u2',
  username: 'eve',
  email: 'eve@example.test',
  firstName: 'Eve',
  lastName: 'Net',
  roles: ['player'],
  createdAt: '2027-01-01T00:00:00.000Z',
  suspension: null,
  membershipTier: 'free',
  openBookings: 1,
  payoutHold: null,
  courts: [],
};
const adminBooking: AdminBooking = {
  id: 'b1',
  court: { id: 'c1', name: 'Cholla Court' },
  player: { id: 'u2', name: 'Eve Net' },
  host: { id: 'u3', name: 'Hana Host' },
  startTime: '2027-03-13T18:00:00.000Z',
  endTime: '2027-03-13T19:00:00.000Z',
  zone: 'America/Phoenix',
  zoneOffsets: [],
  status: 'confirmed',
  paymentStatus: 'captured',
  totalAmount: '330.00',
};
const bookingMoney = {
  booking: adminBooking,
  left: '330.00',
  hostShare: '297.00',
  adjusted: '0.00',
  isPaidOut: false,
  moved: [],
  byHand: [],
};
const noMembership: AdminMembership = {
  tier: 'free',
  state: 'none',
  plan: null,
  founderNumber: null,
  until: null,
  accessUntil: null,
  canEnd: false,
  payments: [],
  mismatch: null,
};
const founderMembership: AdminMembership = {
  tier: 'elite',
  state: 'active',
  plan: 'founding',
  founderNumber: 47,
  until: '2028-03-10T12:00:00.000Z',
  accessUntil: '2028-03-10T12:00:00.000Z',
  canEnd: true,
  payments: [
    {
      paidBy: 'pi_1',
      plan: 'founding',
      amount: { amount: '199.00', currency: 'usd' },
      from: '2027-03-10T12:00:00.000Z',
      until: '2028-03-10T12:00:00.000Z',
      refundable: { amount: '190.00', currency: 'usd' },
      ordered: { amount: '0.00', currency: 'usd' },
      reversals: [
        {
          kind: 'refund',
          id: 're_1',
          amount: { amount: '9.00', currency: 'usd' },
          isFinal: true,
        },
      ],
    },
  ],
  mismatch: null,
};
const apiHandlers = {
  'GET /api/auth/me': () => [200, { ...robin, role: 'admin' }] as const,
  'GET /api/admin/users': () => [200, [eveAccount]] as const,
  'GET /api/admin/users/u2': () => [200, eveAccount] as const,
  'GET /api/admin/users/u2/membership': () => [200, noMembership] as const,
  'GET /api/admin/users/u2/bookings': () => [200, [adminBooking]] as const,
  'GET /api/admin/bookings/b1': () => [200, bookingMoney] as const,
};
const renderAdmin = (address: string) =>
  renderAt(
    address,
    <Routes>
      <Route path="/admin/*" element={<AdminRoutes />} />
    </Routes>,
  );
const openEveDialog = async () => {
  renderAdmin('/admin/users');
  await userEvent.click(await screen.findByRole('button', { name: /Eve Net/ }));
  return screen.findByRole('dialog', { name: 'Eve Net' });
};

describe('the admin area', () => {
  it('suspends a user with a reason after showing their bookings', async () => {
    const apiCalls = mockApi({
      ...apiHandlers,
      'POST /api/admin/users/u2/suspensions': () => [
        200,
        { ...eveAccount, suspension: { since: '', reason: 'Rude.', until: null } },
      ],
    });
    const accountDrawer = await openEveDialog();
    await userEvent.click(await within(accountDrawer).findByRole('button', { name: 'Suspend' }));
    const dialog = await screen.findByRole('dialog', { name: 'Suspend Eve?' });
    expect(await within(dialog).findByText('Cholla Court')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Suspend' }));
    expect(within(dialog).getByText('Say why, in a few words')).toBeTruthy();
    expect(apiCalls.some(({ name }) => name.startsWith('POST'))).toBe(false);
    await userEvent.type(within(dialog).getByLabelText('Reason'), 'Was rude to a host.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Suspend' }));
    expect(await screen.findByText('Account suspended')).toBeTruthy();
    expect(apiCalls.find(({ name }) => name.startsWith('POST'))!.body).toEqual({
      reason: 'Was rude to a host.',
    });
  });

  it('refunds a booking and shows who pays and how much is left', async () => {
    const apiCalls = mockApi({
      ...apiHandlers,
      'POST /api/admin/bookings/b1/refunds': () => [
        202,
        { orderId: 'o1', hostBears: '50.00', platformBears: '0.00' },
      ],
    });
    const accountDrawer = await openEveDialog();
    await userEvent.click(await within(accountDrawer).findByRole('button', { name: 'Refund' }));
    const dialog = await screen.findByRole('dialog', { name: 'Refund this booking?' });
    expect(await within(dialog).findByText('You can refund up to $330.00.')).toBeTruthy();
    await userEvent.type(within(dialog).getByLabelText('Amount in dollars'), '50');
    await userEvent.selectOptions(within(dialog).getByLabelText('Paid by'), 'host');
    await userEvent.type(within(dialog).getByLabelText('Reason'), 'The lights went out.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Refund' }));
    expect(await screen.findByText('The refund is on its way')).toBeTruthy();
    const refundBody = { amount: '50', bearer: 'host', reason: 'The lights went out.' };
    expect(apiCalls.find(({ name }) => name.startsWith('POST'))!.body).toEqual(refundBody);
  });

  it.each([
    ['holds', null, 'Hold Payouts', 'Hold all payouts of this host?', 'payout-holds'],
    [
      'releases',
      { reason: 'Two complaints.' },
      'Release Payouts',
      'Release the payouts of this host?',
      'payout-releases',
    ],
  ])('%s all payouts of a host', async (_, payoutHold, button, title, path) => {
    const cholla = { id: 'c1', name: 'Cholla Court', location: 'Tempe' };
    const hostAccount = {
      ...eveAccount,
      payoutHold,
      courts: [{ ...cholla, isActive: true, isHidden: false }],
    };
    const apiCalls = mockApi({
      ...apiHandlers,
      'GET /api/admin/users/u2': () => [200, hostAccount],
      [`POST /api/admin/users/u2/${path}`]: () => [200, { isHeld: true }],
    });
    const accountDrawer = within(await openEveDialog());
    await userEvent.click(await accountDrawer.findByRole('button', { name: button }));
    expect(Boolean(accountDrawer.queryByText('Two complaints.'))).toBe(payoutHold !== null);
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    await userEvent.type(dialog.getByLabelText('Reason'), 'We looked into it.');
    await userEvent.click(dialog.getByRole('button', { name: /^(Hold Payouts|Release)$/ }));
    expect(await screen.findByText(/^(Payouts on hold|Released)$/)).toBeTruthy();
    expect(apiCalls.find(({ name }) => name.startsWith('POST'))).toMatchObject({
      name: `POST /api/admin/users/u2/${path}`,
      body: { reason: 'We looked into it.' },
    });
  });

  it('holds the payout of a past booking and says that the host was paid', async () => {
    const apiCalls = mockApi({
      ...apiHandlers,
      'GET /api/admin/users/u2/bookings': ({ query }) => [
        200,
        query.get('when') === 'past' ? [{ ...adminBooking, status: 'completed' }] : [],
      ],
      'GET /api/admin/bookings/b1': () => [200, { ...bookingMoney, isPaidOut: true }],
      'POST /api/admin/bookings/b1/payout-holds': () => [200, { isHeld: true }],
    });
    const accountDrawer = within(await openEveDialog());
    await userEvent.click(await accountDrawer.findByRole('button', { name: 'Show Past Bookings' }));
    await userEvent.click(await accountDrawer.findByRole('button', { name: 'Hold Payout' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Hold this payout?' }));
    expect(await dialog.findByText(/The host has already been paid/)).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Reason'), 'A complaint.');
    await userEvent.click(dialog.getByRole('button', { name: 'Hold Payout' }));
    expect(await screen.findByText('Payout on hold')).toBeTruthy();
    expect(apiCalls.some(({ name }) => name.endsWith('/payout-holds'))).toBe(true);
  });

  const showMembership = (membership: AdminMembership) => ({
    'GET /api/admin/users/u2/membership': () => [200, membership] as const,
  });

  it('refunds a membership payment with a reason', async () => {
    const apiCalls = mockApi({
      ...apiHandlers,
      ...showMembership(founderMembership),
      'POST /api/admin/users/u2/membership-refunds': () => [
        202,
        { orderId: 'o1', amount: '190.00' },
      ],
    });
    const accountDrawer = await openEveDialog();
    expect(await within(accountDrawer).findByText('$9.00 refunded.')).toBeTruthy();
    await userEvent.click(
      within(accountDrawer).getByRole('button', { name: /^Refund the payment of Mar 10, 2027/ }),
    );
    const dialog = await screen.findByRole('dialog', { name: 'Refund this membership payment?' });
    await userEvent.type(within(dialog).getByLabelText('Reason'), 'Moved to another town.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Refund' }));
    expect(await screen.findByText('The refund is on its way')).toBeTruthy();
    expect(apiCalls.find(({ name }) => name.startsWith('POST'))!.body).toEqual({
      paidBy: 'pi_1',
      amount: '190.00',
      reason: 'Moved to another town.',
    });
  });

  it('ends a membership and puts its seat back on sale', async () => {
    const apiCalls = mockApi({
      ...apiHandlers,
      ...showMembership(founderMembership),
      'POST /api/admin/users/u2/membership-ends': () => [200, noMembership],
    });
    const accountDrawer = await openEveDialog();
    await userEvent.click(
      await within(accountDrawer).findByRole('button', { name: 'End Membership' }),
    );
    const dialog = await screen.findByRole('dialog', { name: 'End this membership?' });
    await userEvent.click(within(dialog).getByLabelText('Sell founding seat 47 again'));
    await userEvent.type(within(dialog).getByLabelText('Reason'), 'A stolen card.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'End Membership' }));
    expect(await screen.findByText('Membership ended')).toBeTruthy();
    expect(apiCalls.find(({ name }) => name.startsWith('POST'))!.body).toEqual({
      reason: 'A stolen card.',
      freesSeat: true,
    });
  });

  it('returns a payment with the wrong amount', async () => {
    const apiCalls = mockApi({
      ...apiHandlers,
      ...showMembership({
        ...noMembership,
        mismatch: {
          intentId: 'pi_2',
          expected: { amount: '199.00', currency: 'usd' },
          isReturning: false,
        },
      }),
      'POST /api/admin/users/u2/membership-returns': () => [202, noMembership],
    });
    const accountDrawer = await openEveDialog();
    await userEvent.click(
      await within(accountDrawer).findByRole('button', { name: 'Return Payment' }),
    );
    const dialog = await screen.findByRole('dialog', { name: 'Return this payment?' });
    await userEvent.type(within(dialog).getByLabelText('Reason'), 'Paid a dollar.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Return Payment' }));
    expect(await screen.findByText('The payment is on its way back')).toBeTruthy();
    expect(apiCalls.some(({ name }) => name.endsWith('/membership-returns'))).toBe(true);
  });

  const onUsers = [
    '/admin/users',
    /Eve Net/,
    'Eve Net',
    'GET /api/admin/users/u2/bookings',
  ] as const;
  const onCourts = [
    '/admin/courts',
    'Cholla Court',
    'Cholla Court',
    'GET /api/admin/courts/c1/bookings',
  ] as const;
  it.each([
    [...onUsers, 'past', 'Show Past Bookings', 'Past bookings', 'completed'],
    [...onCourts, 'past', 'Show Past Bookings', 'Past bookings', 'completed'],
    [...onUsers, 'cancelled', 'Show Canceled Bookings', 'Canceled bookings', 'cancelled'],
    [...onCourts, 'cancelled', 'Show Canceled Bookings', 'Canceled bookings', 'cancelled'],
  ] as const)(
    'refunds a past or canceled booking on %s',
    async (page, row, drawer, listRoute, listPeriod, button, title, status) => {
      const pastBooking = { ...adminBooking, id: 'b0', status };
      const court = {
        id: 'c1',
        name: 'Cholla Court',
        location: 'Tempe',
        host: adminBooking.host,
        createdAt: eveAccount.createdAt,
      };
      const apiCalls = mockApi({
        ...apiHandlers,
        'GET /api/admin/courts': () => [
          200,
          [{ ...court, isActive: true, hiddenBecause: null, awaitsApproval: false, cityNote: '' }],
        ],
        [listRoute]: ({ query }) => [
          200,
          query.get('when') === listPeriod
            ? [pastBooking, { ...pastBooking, id: 'b9', paymentStatus: 'released' }]
            : [],
        ],
        'GET /api/admin/bookings/b0': () => [
          200,
          { ...bookingMoney, booking: pastBooking, isPaidOut: true },
        ],
        'POST /api/admin/bookings/b0/refunds': () => [
          202,
          { orderId: 'o1', hostBears: '0.00', platformBears: '50.00' },
        ],
      });
      renderAdmin(page);
      await userEvent.click(await screen.findByRole('button', { name: row }));
      const drawerQueries = within(await screen.findByRole('dialog', { name: drawer }));
      expect(drawerQueries.queryByRole('button', { name: 'Refund' })).toBeNull();
      await userEvent.click(await drawerQueries.findByRole('button', { name: button }));
      const bookingList = within(await drawerQueries.findByRole('list', { name: title }));
      expect(bookingList.queryByRole('button', { name: 'Cancel Booking' })).toBeNull();
      // The second booking has no captured payment, so it has no Refund button.
      expect(bookingList.getAllByRole('listitem')).toHaveLength(2);
      await userEvent.click(bookingList.getByRole('button', { name: 'Refund' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Refund this booking?' }));
      expect(
        await dialog.findByText(
          "The host's current share is $297.00. The host has been paid, so Courtly takes back the host's part.",
        ),
      ).toBeTruthy();
      await userEvent.type(dialog.getByLabelText('Amount in dollars'), '50');
      await userEvent.type(dialog.getByLabelText('Reason'), 'The lights went out.');
      await userEvent.click(dialog.getByRole('button', { name: 'Refund' }));
      expect(await screen.findByText('The refund is on its way')).toBeTruthy();
      const refundBody = { amount: '50', bearer: 'platform', reason: 'The lights went out.' };
      expect(apiCalls.find(({ name }) => name.startsWith('POST'))!.body).toEqual(refundBody);
    },
  );

  it('shows lists that are empty or fail to load', async () => {
    mockApi({
      ...apiHandlers,
      'GET /api/admin/review-reports': () => [200, []],
      'GET /api/admin/message-reports': () => [200, []],
    });
    renderAdmin('/admin/reviews');
    expect(await screen.findByText('No reported reviews')).toBeTruthy();
    expect(await screen.findByText('No reported messages')).toBeTruthy();
    cleanup();
    mockApi({ ...apiHandlers, 'GET /api/admin/disputes': () => [500, {}] });
    renderAdmin('/admin/disputes');
    expect(await screen.findByText('Unable to load disputes')).toBeTruthy();
  });
});
