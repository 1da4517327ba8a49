import type { APIRequestContext } from '@playwright/test';
import type { Slot } from '@courtly/contracts/availability';
import type { Booking } from '@courtly/contracts/bookings';
import type { Court, CourtDetail } from '@courtly/contracts/courts';
import type { User } from '@courtly/contracts/identity';

export const PASSWORD = 'long enough, and sung';
const DAY_MS = 24 * 3_600_000;

let made = 0;
const unique = () => `${process.pid.toString(36)}${Date.now().toString(36)}${(made += 1).toString(36)}`;

/** Somebody nobody else is: journeys run beside each other on one Courtly. */
export const aPerson = (firstName: string, lastName = 'Journey') => {
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

/** A day so many days ahead in Arizona, where all courts of the journeys are: `2027-03-13`. */
export const dayAhead = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: 'America/Phoenix' }).format(
    Date.now() + days * DAY_MS,
  );

type Send = { data?: unknown; multipart?: Record<string, string> };

/** What a person does without the pages, in the session of their browser. What they wrote is shown to everybody afterwards. */
export class Api {
  constructor(private readonly request: APIRequestContext) {}

  private async call<T>(method: string, path: string, send: Send = {}): Promise<T> {
    const response = await this.request.fetch(path, { method, ...send });
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    const position = response.headers()['courtly-position'];
    while (position && !(await this.shows(position)));
    return (await response.json()) as T;
  }

  private async shows(position: string): Promise<boolean> {
    const answer = await this.request.get('/api/auth/me', { headers: { 'Courtly-After': position } });
    return !answer.headers()['courtly-stale'];
  }

  register = (firstName: string, role: 'player' | 'owner') =>
    this.call<User>('POST', '/api/auth/register', { data: { ...aPerson(firstName), role } });

  signIn = (email: string, password: string) =>
    this.call<User>('POST', '/api/auth/login', { data: { email, password } });

  acceptWaiver = () => this.call('POST', '/api/waiver/accept', { data: {} });

  /** Lists a court in Scottsdale for $120 an hour, open from seven to nine. */
  listCourt = (name: string) =>
    this.call<CourtDetail>('POST', '/api/courts', {
      multipart: {
        name,
        description: 'A court of a journey, kept for regular play.',
        location: 'Scottsdale',
        address: '7100 E Main St',
        surfaceType: 'clay',
        hourlyRate: '120.00',
        amenities: JSON.stringify(['Lighting']),
      },
    });

  ownCourts = () => this.call<Court[]>('GET', '/api/owner/courts');

  slots = (courtId: string, date: string) => this.call<Slot[]>('GET', `/api/courts/${courtId}/availability/${date}`);

  book = (courtId: string, { start, end }: Slot) =>
    this.call<Booking>('POST', '/api/bookings', { data: { courtId, startTime: start, endTime: end } });

  bookings = () => this.call<Booking[]>('GET', '/api/bookings');

  answer = (bookingId: string, status: 'confirmed' | 'cancelled') =>
    this.call('PATCH', `/api/bookings/${bookingId}/status`, { data: { status } });

  cancel = (bookingId: string) => this.call('POST', `/api/bookings/${bookingId}/cancel`, { data: {} });
}
