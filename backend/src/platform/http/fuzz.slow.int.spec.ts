import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import { errorCodes } from '@courtly/contracts/errors';
import type { Route } from '@courtly/contracts/route';
import { routes } from '@courtly/contracts/routes';
import fc from 'fast-check';
import { z } from 'zod';
import { GrantRoleCommand } from '../../people/identity/identity.commands.js';
import { systemContext } from '../kernel/context.js';
import { addDays, localDate } from '../kernel/local-time.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { type AnyRequest, requestsOf } from '../../../testing/requests.js';
import { seed } from '../../../testing/seed.js';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 40);
/** Each case takes a few milliseconds, so the timeout of a route grows with the number of cases. */
const WITHIN_MS = 30_000 + RUNS * 100;
const Failure = z.strictObject({
  code: z.enum(Object.keys(errorCodes) as [keyof typeof errorCodes]),
  message: z.string().min(1),
  details: z.record(z.string(), z.unknown()).optional(),
});

let courtly: Courtly;
const cookies: string[] = [''];
const knownValues: Record<string, string[]> = {};

const cookieOf = async ({ email, password }: Member): Promise<string> => {
  const requestBody = JSON.stringify({ email, password });
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${courtly.base}/api/auth/login`, {
    method: 'POST',
    headers,
    body: requestBody,
  });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!);
  return cookies.join('; ');
};

const bodyOf = (route: Route, requestBody: unknown): RequestInit => {
  if (route.method === 'GET' || requestBody === undefined) return {};
  if (!route.files)
    return { body: JSON.stringify(requestBody), headers: { 'Content-Type': 'application/json' } };
  const form = new FormData();
  if (typeof requestBody === 'object' && requestBody !== null)
    for (const [name, value] of Object.entries(requestBody))
      form.set(name, typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  return { body: form };
};

const send = async (
  route: Route,
  { params, query, body: requestBody }: AnyRequest,
  cookie: string,
  key: string | null,
) => {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name]!),
  );
  const request = bodyOf(route, requestBody);
  const headers = new Headers(request.headers);
  if (cookie) headers.set('Cookie', cookie);
  if (key !== null) headers.set('Idempotency-Key', key);
  const address = `${courtly.base}${path}?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString()}`;
  return fetch(address, { ...request, method: route.method, headers });
};

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  const [owner, player, admin] = await Promise.all([
    courtly.register('owner'),
    courtly.player(),
    courtly.player(),
  ]);
  const grant = new GrantRoleCommand(
    { email: admin.email, role: 'admin' },
    systemContext('an admin', new Date().toISOString()),
  );
  await courtly.app.get(CommandBus).execute(grant);
  const court = await courtly.court(owner);
  const date = addDays(localDate(court.zone, Date.now()), 3);
  const freeSlots = await courtly.slots(court.id, date);
  const bookingResponse = await courtly.book(player, court.id, freeSlots[0]!).expect(201);
  knownValues['courtId'] = [court.id, '0000000000'];
  knownValues['bookingId'] = [
    (bookingResponse.body as Booking).id,
    `${court.id}-20990313-00000000`,
  ];
  knownValues['date'] = [date, '2027-03-14', '2027-11-07', '9999-12-31'];
  knownValues['startTime'] = freeSlots.map(({ start }) => start);
  knownValues['endTime'] = freeSlots.map(({ end }) => end);
  knownValues['email'] = [player.email, 'somebody@example.test'];
  for (const member of [owner, player, admin]) cookies.push(await cookieOf(member));
});

afterAll(() => courtly?.stop());

describe.each(Object.entries(routes) as [string, Route][])(`%s (SEED=${seed})`, (name, route) => {
  it(
    'responds to any input as the contract says, and never with an internal error',
    async () => {
      const callers = name === 'logout' ? 1 : cookies.length;
      const caller = fc.nat(callers - 1);
      const key = fc.option(fc.stringMatching(/^[\x21-\x7e]{1,260}$/));
      await fc.assert(
        fc.asyncProperty(
          requestsOf(route, knownValues),
          caller,
          key,
          async (request, callerIndex, idempotencyKey) => {
            const response = await send(route, request, cookies[callerIndex]!, idempotencyKey);
            expect(response.status).toBeLessThan(500);
            if (response.ok && route.kind && route.kind !== 'json') return response.body?.cancel();
            const text = await response.text();
            const requestBody: unknown = text === '' ? undefined : JSON.parse(text);
            if (response.status === route.status)
              expect(route.response.safeParse(requestBody).error).toBeUndefined();
            else {
              const failure = Failure.parse(requestBody);
              expect(errorCodes[failure.code].status).toBe(response.status);
            }
          },
        ),
        { numRuns: RUNS, seed },
      );
    },
    WITHIN_MS,
  );
});

it('still serves requests afterward', async () => {
  const player = await courtly
    .visitor()
    .post('/api/auth/login')
    .send({ email: knownValues['email']![0], password: 'wrong-password' });
  expect([401, 429]).toContain(player.status);
  expect((await courtly.visitor().get('/api/health/ready')).status).toBe(200);
  expect((await courtly.visitor().get(`/api/courts?search=${randomUUID()}`)).body).toEqual([]);
});
