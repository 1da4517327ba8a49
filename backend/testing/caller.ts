import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Booking } from '@courtly/contracts/bookings';
import type { Slot } from '@courtly/contracts/availability';
import type { CourtDetail } from '@courtly/contracts/courts';
import { WeeklyHours, weekdays } from '@courtly/contracts/opening-hours';
import type { User } from '@courtly/contracts/identity';
import { addDays, localDate } from '../src/platform/kernel/local-time.js';
import { eventually } from './stores.js';
import { waiverConsent } from './waiver-consent.js';

export type ApiResponse<T = unknown> = Readonly<{
  status: number;
  body: T;
  headers: Headers;
  ms: number;
}>;

const PASSWORD = 'clay-court-rally';
const AGAIN_MS = 20;
const allDay = [{ from: '00:00', to: '24:00' }];

/** An HTTP client for one port. It keeps its session. */
export const caller = (port: number, session = '') => {
  const email = `${randomUUID()}@example.test`;
  let cookie = session;

  const call = async <T>(
    method: string,
    path: string,
    { body: requestBody, key, after }: { body?: unknown; key?: string; after?: string } = {},
  ): Promise<ApiResponse<T>> => {
    const startedAt = performance.now();
    const form = requestBody instanceof FormData;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(cookie && { Cookie: cookie }),
        ...(key && { 'Idempotency-Key': key }),
        ...(after && { 'Courtly-After': after }),
        ...(requestBody !== undefined && !form && { 'Content-Type': 'application/json' }),
      },
      ...(requestBody !== undefined && { body: form ? requestBody : JSON.stringify(requestBody) }),
    });
    const set = response.headers
      .getSetCookie()
      .find((cookieHeader) => cookieHeader.startsWith('courtly='));
    if (set) cookie = set.split(';')[0]!;
    const text = await response.text();
    const { status, headers } = response;
    return {
      status,
      headers,
      body: (text ? JSON.parse(text) : undefined) as T,
      ms: performance.now() - startedAt,
    };
  };

  const must = async <T>(status: number, ...request: Parameters<typeof call>): Promise<T> => {
    const response = await call<T>(...request);
    if (response.status !== status)
      throw new Error(
        `${request[0]} ${request[1]}: ${response.status} ${JSON.stringify(response.body)}`,
      );
    return response.body;
  };

  return {
    call,
    must,
    cookie: () => cookie,
    async register(role: 'player' | 'owner'): Promise<User> {
      const names = { firstName: 'Robin', lastName: 'Baseline', phone: '4805550123' };
      const username = `p${randomUUID().slice(0, 8)}`;
      const body = { username, email, password: PASSWORD, ...names, role };
      const user = await must<User>(201, 'POST', '/api/auth/register', { body });
      await must(200, 'POST', '/api/waiver/accept', { body: waiverConsent });
      return user;
    },
    signIn: () => call('POST', '/api/auth/login', { body: { email, password: PASSWORD } }),
    /** An active court that is open 24 hours. */
    async court(details: Record<string, string> = {}): Promise<CourtDetail> {
      const body = new FormData();
      const fields = { name: 'Camelback', location: 'Scottsdale', address: '8412 E Horseshoe Ln' };
      for (const [name, value] of Object.entries({
        ...fields,
        surfaceType: 'hard',
        hourlyRate: '300.00',
        ...details,
      }))
        body.set(name, value);
      const { id } = await must<CourtDetail>(201, 'POST', '/api/courts', { body });
      const weeklyHours = WeeklyHours.parse(
        Object.fromEntries(weekdays.map((weekday) => [weekday, allDay])),
      );
      const { headers } = await call('PUT', `/api/courts/${id}/hours`, { body: { weeklyHours } });
      return must<CourtDetail>(200, 'GET', `/api/courts/${id}`, {
        after: headers.get('Courtly-Position')!,
      });
    },
    /** Free hours of a court, starting three days from now. */
    async hours({ id, zone }: CourtDetail, count: number): Promise<Slot[]> {
      const slots: Slot[] = [];
      for (let days = 3; slots.length < count; days++) {
        const date = addDays(localDate(zone, Date.now()), days);
        slots.push(...(await must<Slot[]>(200, 'GET', `/api/courts/${id}/availability/${date}`)));
      }
      return slots.slice(0, count);
    },
    book: ({ id }: CourtDetail, { start, end }: Slot, key?: string) =>
      call<Booking>('POST', '/api/bookings', {
        body: { courtId: id, startTime: start, endTime: end },
        ...(key && { key }),
      }),
    bookings: () => must<Booking[]>(200, 'GET', '/api/bookings?limit=100'),
  };
};

export type Caller = ReturnType<typeof caller>;

/** Repeats a request until its status is below 500. */
export const persist = async <T>(send: () => Promise<ApiResponse<T>>): Promise<ApiResponse<T>> =>
  eventually(
    'the server responds without an error',
    async () => {
      const response = await send().catch(() => null);
      if (response && response.status < 500) return response;
      await delay(AGAIN_MS);
      return null;
    },
    60_000,
  );
