import { type APIRequestContext, type APIResponse, expect } from '@playwright/test';
import type { AssignableRole } from '@courtly/contracts/admin-users';
import type { Slot } from '@courtly/contracts/availability';
import type { AuditEvent, AuditedEvent } from '@courtly/contracts/audit';
import type { Booking, HostBooking } from '@courtly/contracts/bookings';
import type { Court, CourtDetail } from '@courtly/contracts/courts';
import type { HostProfile } from '@courtly/contracts/hosting';
import type { BookingGuests } from '@courtly/contracts/guest-waivers';
import type { User } from '@courtly/contracts/identity';
import type { WaiverStatus } from '@courtly/contracts/waivers';
import type { Match } from '@courtly/contracts/matches';
import type { MoneyCase } from '@courtly/contracts/money-desk';
import type { WeeklyHours } from '@courtly/contracts/opening-hours';
import type { BookingPayment, PaymentConfig } from '@courtly/contracts/payments';
import { dayInZone } from '../src/lib/format';

export const PASSWORD = 'long enough, and sung';
const DAY_MS = 24 * 3_600_000;
const allDay = [{ from: '00:00', to: '24:00' }];
const ALWAYS: WeeklyHours = {
  monday: allDay,
  tuesday: allDay,
  wednesday: allDay,
  thursday: allDay,
  friday: allDay,
  saturday: allDay,
  sunday: allDay,
};

let made = 0;
const unique = () =>
  `${process.pid.toString(36)}${Date.now().toString(36)}${(made += 1).toString(36)}`;

/** A unique user, because journeys run in parallel on one Courtly. */
export const newPerson = (firstName: string, lastName = 'Journey') => {
  const username = `${firstName.toLowerCase()}.${unique()}`;
  return {
    username,
    firstName,
    lastName,
    email: `${username}@journey.example`,
    phone: '480-555-0199',
    password: PASSWORD,
  };
};

const arizona = { zone: 'America/Phoenix', zoneOffsets: [] };

/** A future day (`2027-03-13`) in Arizona, where all test courts are. */
export const dayAhead = (days: number): string =>
  dayInZone(new Date(Date.now() + days * DAY_MS).toISOString(), arizona);

type Send = { data?: unknown; multipart?: Record<string, string> };

/** Makes API calls in the browser session of a user. */
export class Api {
  /** The log position of the user's last write through the API or the browser. */
  private newest = '';

  constructor(private readonly context: APIRequestContext) {}

  /** Positions may be too large for a number, so padded strings are compared. */
  saw(position: string | undefined): void {
    if (position && position.padStart(20, '0') > this.newest.padStart(20, '0'))
      this.newest = position;
  }

  /** Reads include earlier writes. A write resolves once every read shows it. */
  private async call<T>(method: string, path: string, send: Send = {}): Promise<T> {
    const response =
      method === 'GET'
        ? await this.fresh(path)
        : await this.context.fetch(path, { method, ...send });
    if (!response.ok())
      throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    this.saw(response.headers()['courtly-position']);
    if (method !== 'GET') await this.fresh('/api/courts?limit=1');
    return (await response.json()) as T;
  }

  private async fresh(path: string): Promise<APIResponse> {
    const headers: Record<string, string> = this.newest ? { 'Courtly-After': this.newest } : {};
    const response = await this.context.get(path, { headers });
    return response.headers()['courtly-stale'] ? this.fresh(path) : response;
  }

  register = (firstName: string, role: 'player' | 'owner') =>
    this.call<User>('POST', '/api/auth/register', { data: { ...newPerson(firstName), role } });

  signIn = (email: string, password: string) =>
    this.call<User>('POST', '/api/auth/login', { data: { email, password } });

  verifyEmail = (token: string) =>
    this.call('POST', '/api/auth/email-verifications', { data: { token } });

  me = () => this.call<User>('GET', '/api/auth/me');

  acceptWaiver = async () => {
    const { version } = await this.call<WaiverStatus>('GET', '/api/waiver/status');
    return this.call('POST', '/api/waiver/accept', { data: { version } });
  };

  /**
   * Creates a court in Scottsdale for $120 an hour, open from seven to nine. `more` adds form
   * fields.
   */
  listCourt = (name: string, more: Record<string, string> = {}) =>
    this.call<CourtDetail>('POST', '/api/courts', {
      multipart: {
        name,
        description: 'A court of a journey, kept for regular play.',
        location: 'Scottsdale',
        street: 'E Main St',
        address: '7100 E Main St',
        surfaceType: 'clay',
        hourlyRate: '120.00',
        amenities: JSON.stringify(['Lighting']),
        ...more,
      },
    });

  /** Submits a host application with a unique name and email. */
  async applyAsHost(propertyAddress: string): Promise<{ fullName: string; email: string }> {
    const { username, email, phone } = newPerson('Nora');
    const fullName = `Nora ${username}`;
    const about = {
      availability: 'Weekday mornings',
      courtDescription: 'A quiet court between citrus trees.',
    };
    const court = { propertyAddress, courtType: 'both', courtSurface: 'clay', ...about };
    await this.call('POST', '/api/host-apply', {
      multipart: { fullName, email, phoneNumber: phone, ...court, agreeToTerms: 'true' },
    });
    return { fullName, email };
  }

  applyAsPlayer = ({ firstName, lastName, email }: User) =>
    this.call('POST', '/api/player-applications', {
      data: {
        fullName: `${firstName} ${lastName}`,
        email,
        city: 'Scottsdale',
        skillLevel: 'Advanced',
        whyJoin: 'I would like to play every week.',
        agreeToTerms: true,
      },
    });

  /** Approves the pending application of this email, as an admin. */
  async approvePlayer(email: string): Promise<void> {
    const search = `/api/admin/player-applications?status=pending&search=${encodeURIComponent(email)}`;
    const waiting = () => this.call<{ id: string }[]>('GET', search);
    await expect
      .poll(async () => (await waiting()).length, { message: 'the application is shown' })
      .toBe(1);
    const [{ id }] = (await waiting()) as [{ id: string }];
    await this.call('PATCH', `/api/admin/player-applications/${id}/status`, {
      data: { status: 'approved' },
    });
  }

  claimApplication = (token: string) =>
    this.call('POST', '/api/applications/claims', { data: { token } });

  /** Opens a court around the clock, with instant booking and without lead time. */
  openAlways = (courtId: string) =>
    this.call<CourtDetail>('PUT', `/api/courts/${courtId}/hours`, {
      data: {
        weeklyHours: ALWAYS,
        policy: { leadMinutes: 0, horizonDays: null, instantBook: true },
      },
    });

  ownCourts = () => this.call<Court[]>('GET', '/api/owner/courts');

  slots = (courtId: string, date: string) =>
    this.call<Slot[]>('GET', `/api/courts/${courtId}/availability/${date}`);

  /** Requests a booking without paying. */
  request = (courtId: string, { start, end }: Slot) =>
    this.call<Booking>('POST', '/api/bookings', {
      data: { courtId, startTime: start, endTime: end },
    });

  /** Requests a booking and pays through the Stripe stand-in, as the checkout page does. */
  async book(courtId: string, slot: Slot): Promise<Booking> {
    const { id } = await this.request(courtId, slot);
    const { stripe } = await this.call<PaymentConfig>('GET', '/api/config');
    const payment = () => this.call<BookingPayment>('GET', `/api/bookings/${id}/payment`);
    await expect
      .poll(async () => (await payment()).clientSecret, { message: 'there is something to pay' })
      .not.toBeNull();
    const { clientSecret } = await payment();
    const card = { number: '4242424242424242', exp_month: '12', exp_year: '2099', cvc: '123' };
    const form = {
      key: stripe!.publishableKey,
      client_secret: clientSecret!,
      'payment_method_data[type]': 'card',
      ...Object.fromEntries(
        Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value]),
      ),
    };
    const [intent] = clientSecret!.split('_secret_');
    const paid = await this.context.post(
      `${stripe!.standInUrl}/v1/payment_intents/${intent}/confirm`,
      { form },
    );
    expect(paid.status()).toBe(200);
    await expect
      .poll(async () => (await payment()).paymentStatus, { message: 'the card is held' })
      .not.toBe('unpaid');
    return this.call<Booking>('GET', `/api/bookings/${id}`);
  }

  /**
   * Makes the bank return the refund of a booking. Only for admins, because only they see its id in
   * the audit.
   */
  async failRefund(bookingId: string): Promise<void> {
    const search = `/api/admin/audit?type=PaymentRefunded&booking=${encodeURIComponent(bookingId)}`;
    const refunds = () => this.call<AuditEvent[]>('GET', search);
    await expect
      .poll(async () => (await refunds()).length, { message: 'the player is refunded' })
      .toBe(1);
    const [{ id: eventId }] = (await refunds()) as [AuditEvent];
    const { data } = await this.call<AuditedEvent>('GET', `/api/admin/audit/events/${eventId}`);
    const { stripe } = await this.call<PaymentConfig>('GET', '/api/config');
    const failure = `${stripe!.standInUrl}/_control/refunds/${String(data['refundId'])}/fail`;
    expect((await this.context.post(failure, { data: {} })).status()).toBe(200);
    const cases = () => this.call<MoneyCase[]>('GET', '/api/admin/money/cases?section=payments');
    await expect
      .poll(async () => (await cases()).some(({ booking }) => booking?.id === bookingId), {
        message: 'the failed refund is a case',
      })
      .toBe(true);
  }

  /** Makes the next charge of a subscription fail now, without moving a clock. */
  async failRenewal(subscriptionId: string): Promise<void> {
    const { stripe } = await this.call<PaymentConfig>('GET', '/api/config');
    const renew = `${stripe!.standInUrl}/_control/subscriptions/${subscriptionId}/renew`;
    expect((await this.context.post(renew, { data: { outcome: 'fails' } })).status()).toBe(200);
  }

  /** The user's played hours, newest first. */
  playedHours = () => this.call<Booking[]>('GET', '/api/bookings?when=past&limit=48');

  /** The played hours on the user's courts, newest first. */
  hostedHours = () =>
    this.call<HostBooking[]>('GET', '/api/host/bookings?status=completed&limit=48');

  /** The first name of a court's host. */
  hostOf = async (courtId: string): Promise<string> =>
    (await this.call<HostProfile>('GET', `/api/courts/${courtId}/host`)).firstName;

  /** Reviews the court as its player, or the player as the host. */
  review = ({ id: bookingId, courtId }: Booking, rating: number, comment: string) =>
    this.call('POST', '/api/reviews', { data: { bookingId, courtId, rating, comment } });

  /** Logs a 6-3 singles win against an opponent, who has to confirm it. */
  logWin = (bookingId: string, { firstName, email }: User) =>
    this.call<Match>('POST', '/api/match-results', {
      data: {
        bookingId,
        result: 'win',
        gamesWon: 6,
        gamesLost: 3,
        players: [{ playerName: firstName, playerEmail: email }],
      },
    });

  confirmMatch = (matchId: string) => this.call<Match>('POST', `/api/matches/${matchId}/confirm`);

  bookings = () => this.call<Booking[]>('GET', '/api/bookings');

  /** Logs a result for the latest played hour that still needs one. */
  async logMatch(playerEmail: string): Promise<Match> {
    const hour = (await this.playedHours()).find(({ needsResult }) => needsResult);
    return this.call<Match>('POST', '/api/match-results', {
      data: {
        bookingId: hour!.id,
        result: 'win',
        gamesWon: 6,
        gamesLost: 4,
        players: [{ playerName: 'Olga', playerEmail }],
      },
    });
  }

  disputeMatch = (matchId: string, reason: string) =>
    this.call<Match>('POST', `/api/matches/${matchId}/dispute`, { data: { reason } });

  /** Reports the player's review of an hour to the admins. */
  reportReview = ({ id: bookingId, courtId }: Booking, words: string) =>
    this.call('POST', '/api/review-reports', {
      data: { courtId, reviewId: `${bookingId}.player`, reason: 'private', words },
    });

  /** Invites an email address to a court, as its host. */
  inviteGuest = (courtId: string, email: string) =>
    this.call('POST', `/api/courts/${courtId}/invitations`, { data: { email } });

  /** Gives a user a role, as an admin. The user has to sign in again. */
  giveRole = (userId: string, role: AssignableRole) =>
    this.call('POST', `/api/admin/users/${userId}/roles`, { data: { role, reason: 'A journey.' } });

  /** The guests of a booking and, for its player, their links. */
  guests = (bookingId: string) =>
    this.call<BookingGuests>('GET', `/api/bookings/${bookingId}/guests`);

  answer = (bookingId: string, status: 'confirmed' | 'cancelled') =>
    this.call('PATCH', `/api/bookings/${bookingId}/status`, {
      data: { status, ...(status === 'cancelled' && { reason: 'not_available' }) },
    });

  cancel = (bookingId: string, reason = '') =>
    this.call('POST', `/api/bookings/${bookingId}/cancel`, { data: { reason } });
}
