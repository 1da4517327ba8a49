import type { AdminCourt } from '@courtly/contracts/admin-courts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { AdjustPayoutDialog } from '../features/admin/adjust-payout-dialog';
import { HoldPayoutDialog } from '../features/admin/payout-hold-dialogs';
import { RecordFinder } from '../features/audit/record-finder';
import { SearchForm } from '../features/audit/search-form';
import { ProviderButtons } from '../features/auth/provider-buttons';
import { ManageMembership } from '../features/elite/manage';
import { MembershipPlans } from '../features/elite/plans';
import { AnalyticsTab } from '../features/hosting/analytics-tab';
import { PayoutStatus } from '../features/hosting/payout-status';
import { ChallengedHours } from '../features/matches/challenged-hours';
import { LinkedAccounts } from '../features/profile/linked-accounts';
import { OwnRating } from '../features/profile/own-rating';
import { OwnRecord } from '../features/profile/own-record';
import { BookingReviews } from '../resources/review/booking-reviews';
import { buildBooking } from '../testing/booking';
import { analyticsLike } from '../testing/earnings';
import { noRank } from '../testing/ranking';
import { renderAt, robin } from '../testing/render';
import { type Handlers, mockApi } from '../testing/server';

afterEach(cleanup);

const signedIn: Handlers = { 'GET /api/auth/me': () => [200, robin] };

type FailedRead = {
  of: string;
  element: ReactNode;
  failingCall: string;
  label: string;
  /** What an empty response would show. */
  untrue?: string | RegExp;
  more?: Handlers;
};
const failedReads: readonly FailedRead[] = [
  {
    of: 'the sign-in providers on the sign-in page',
    element: <ProviderButtons />,
    failingCall: 'GET /api/auth/providers',
    label: 'other ways to sign in',
  },
  {
    of: 'the sign-in providers in the settings',
    element: <LinkedAccounts />,
    failingCall: 'GET /api/auth/providers',
    label: 'the accounts you can link',
    untrue: 'Signing in with other accounts is off.',
    more: { ...signedIn, 'GET /api/auth/provider-accounts': () => [200, []] },
  },
  {
    of: "the member's record",
    element: <OwnRecord />,
    failingCall: 'GET /api/player-record',
    label: 'your record',
  },
  {
    of: "the member's no-shows",
    element: <OwnRecord />,
    failingCall: 'GET /api/strikes',
    label: 'your no-shows',
    more: {
      'GET /api/player-record': () => [200, { played: 3, cancelled: 0, cancelledLate: 0 }],
    },
  },
  {
    of: "the member's rating",
    element: <OwnRating user={robin} />,
    failingCall: 'GET /api/rankings/me',
    label: 'your rating',
    untrue: 'No rated matches yet',
  },
  {
    of: 'the challenges',
    element: <ChallengedHours />,
    failingCall: 'GET /api/challenged-hours',
    label: 'your challenges',
  },
  {
    of: 'the membership',
    element: <ManageMembership />,
    failingCall: 'GET /api/membership',
    label: 'your membership',
  },
  {
    of: 'the plans',
    element: <MembershipPlans />,
    failingCall: 'GET /api/membership/plans',
    label: 'the prices and seats',
  },
  {
    of: 'the payout account',
    element: <PayoutStatus />,
    failingCall: 'GET /api/host/payout-account',
    label: 'your payouts',
  },
  {
    of: "the host's courts in the analytics",
    element: <AnalyticsTab />,
    failingCall: 'GET /api/host/courts',
    label: 'your courts',
    untrue: /^Once you list a court/,
    more: { 'GET /api/host/analytics': () => [200, analyticsLike([])] },
  },
  {
    of: 'the reviews of a booking',
    element: <BookingReviews booking={buildBooking()} />,
    failingCall: 'GET /api/bookings/b1/reviews',
    label: 'the reviews',
  },
  {
    of: 'the money of a booking before a payout is adjusted',
    element: <AdjustPayoutDialog bookingId="b1" onClose={() => undefined} />,
    failingCall: 'GET /api/admin/bookings/b1',
    label: 'the amounts of this booking',
  },
  {
    of: 'the money of a booking before a payout is held',
    element: <HoldPayoutDialog subject={{ bookingId: 'b1' }} onClose={() => undefined} />,
    failingCall: 'GET /api/admin/bookings/b1',
    label: 'the payout status',
  },
  {
    of: 'the types of events',
    element: <SearchForm filters={{}} onChange={() => undefined} />,
    failingCall: 'GET /api/admin/audit/types',
    label: 'the types of events',
  },
];

const foundCourt: AdminCourt = {
  id: 'c1',
  name: 'Camelback Clay',
  location: 'Paradise Valley',
  host: { id: 'h1', name: 'Avery Ace' },
  isActive: true,
  hiddenBecause: null,
  awaitsApproval: false,
  cityNote: '',
  createdAt: '2027-01-01T00:00:00.000Z',
};

describe('a failed read', () => {
  it.each(failedReads)(
    'of $of shows an error and can be repeated',
    async ({ element, failingCall, label, untrue, more: otherHandlers = {} }) => {
      const apiCalls = mockApi({ ...otherHandlers, [failingCall]: () => [500, {}] });
      const requestCount = () => apiCalls.filter(({ name }) => name === failingCall).length;
      renderAt('/', element);
      expect(await screen.findByText(`Unable to load ${label}`)).toBeTruthy();
      if (untrue) expect(screen.queryByText(untrue)).toBeNull();
      const previousCount = requestCount();
      await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
      await waitFor(() => expect(requestCount()).toBeGreaterThan(previousCount));
      expect(await screen.findByText(`Unable to load ${label}`)).toBeTruthy();
    },
  );

  it('of the pickleball rating does not say that there are no rated matches', async () => {
    mockApi({
      'GET /api/rankings/me': ({ query }) =>
        query.get('sport') === 'tennis' ? [200, noRank] : [500, {}],
    });
    renderAt('/', <OwnRating user={robin} />);
    expect(await screen.findByText('Unable to load your rating')).toBeTruthy();
    expect(screen.queryByText('No rated matches yet')).toBeNull();
  });

  it('of one kind of record does not say that nothing matches', async () => {
    let courtsStatus = 500;
    mockApi({
      'GET /api/admin/users': () => [200, []],
      'GET /api/admin/courts': () => (courtsStatus === 200 ? [200, []] : [courtsStatus, {}]),
      'GET /api/admin/bookings': () => [200, []],
    });
    renderAt('/', <RecordFinder at="" />);
    await userEvent.type(screen.getByLabelText('Find'), 'Camelback{Enter}');
    expect(await screen.findByText('Unable to load the matching records')).toBeTruthy();
    expect(screen.queryByText(/matches\.$/)).toBeNull();
    courtsStatus = 200;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('No account, court, or booking matches.')).toBeTruthy();
  });

  it.each([
    [
      429,
      { code: 'too_many_requests', message: 'Too many requests.' },
      'Unable to load the matching records',
    ],
    [
      400,
      { code: 'invalid_request', message: 'More than 50 people match.' },
      'More than 50 people match.',
    ],
  ])('of bookings with status %i shows why, and the found court', async (status, body, message) => {
    mockApi({
      'GET /api/admin/users': () => [200, []],
      'GET /api/admin/courts': () => [200, [foundCourt]],
      'GET /api/admin/bookings': ({ query }) => (query.has('person') ? [status, body] : [200, []]),
    });
    renderAt('/', <RecordFinder at="" />);
    await userEvent.type(screen.getByLabelText('Find'), 'a{Enter}');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByRole('link', { name: foundCourt.name })).toBeTruthy();
  });
});
