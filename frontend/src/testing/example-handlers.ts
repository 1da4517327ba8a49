import type { User } from '@courtly/contracts/identity';
import { buildBooking, buildHostBooking } from './booking';
import { courtLike, searchResultLike } from './court';
import { exampleOf } from './example';
import { secondFactorsLike } from './second-factors';
import { type Handlers, routeOf } from './server';
import { stripeStandIn } from './stripe';

/** Every row after the first gets other IDs. */
const withOtherIds = (value: unknown, number: number, name = ''): unknown => {
  if (number === 0) return value;
  if (Array.isArray(value)) return value.map((item) => withOtherIds(item, number));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [key, withOtherIds(field, number, key)]),
    );
  return typeof value === 'string' && /^id$|Id$/.test(name) ? `${value}-${number}` : value;
};

/**
 * Responds to every call of the contract with an example, so that a new query needs no handler.
 * @param user null for visitors
 * @param rowCount the length of each list
 */
export const exampleHandlers = (user: User | null, rowCount = 1): Handlers => {
  const repeat = (row: unknown) =>
    Array.from({ length: rowCount }, (_, number) => withOtherIds(row, number));
  const played = { status: 'completed', paymentStatus: 'captured', canCancel: false } as const;
  const handlers: Handlers = {
    'GET /api/auth/me': () => [200, user],
    'GET /api/auth/second-factors': () => [200, secondFactorsLike()],
    'GET /api/config': () => [200, { paymentRequired: true, stripe: stripeStandIn }],
    'GET /api/bookings': () => [200, repeat(buildBooking(played))],
    'GET /api/host/bookings': () => [200, repeat(buildHostBooking({ ...played, id: 'hosted' }))],
    'GET /api/bookings/b1': () => [200, buildBooking()],
    'GET /api/courts/a1': () => [200, courtLike({ id: 'a1' })],
    'GET /api/courts': () => [200, repeat(searchResultLike())],
    'GET /api/host/courts': () => [200, [courtLike({ ownerId: 'u1' })]],
  };
  return new Proxy(handlers, {
    has: (_, name) => name !== 'GET /api/auth/me' || user !== null,
    get: (_, name: string) => {
      if (handlers[name]) return handlers[name];
      const route = routeOf(name);
      if (!route) return undefined;
      const example = exampleOf(route.response);
      return () => [route.status, Array.isArray(example) ? repeat(example[0]) : example] as const;
    },
  });
};
