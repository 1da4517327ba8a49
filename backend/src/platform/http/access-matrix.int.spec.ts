import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { Slot } from '@courtly/contracts/availability';
import type { Invitation } from '@courtly/contracts/invitations';
import { type ErrorBody, errorCodes } from '@courtly/contracts/errors';
import type { Route } from '@courtly/contracts/route';
import { routes } from '@courtly/contracts/routes';
import { GrantRoleCommand } from '../../people/identity/identity.commands.js';
import { systemContext } from '../kernel/context.js';
import { addDays, localDate } from '../kernel/local-time.js';
import {
  type Row,
  type Target,
  type Caller,
  type World,
  allDayHours,
  formerMembers,
  callers,
  matrixRows,
} from '../../../testing/access-matrix.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { eventually } from '../../../testing/stores.js';
import { waiverConsent } from '../../../testing/waiver-consent.js';

let courtly: Courtly;
const members: Partial<Record<Caller, Member>> = {};
const cookies: Partial<Record<Caller, string>> = {};
const worlds: World[] = [];
const slots = new Map<string, Slot[]>();

const nextSlot = (courtId: string): Slot => slots.get(courtId)!.pop()!;

const targetIn = async ({ court, owner, player }: World, { of, invited }: Row): Promise<Target> => {
  const slot = nextSlot(court.id);
  const { email } = members[player]!;
  if (invited) {
    const response = await members[owner]!.agent.post(`/api/courts/${court.id}/invitations`)
      .send({ link: true })
      .expect(201);
    const { id, token } = response.body as Invitation;
    return { courtId: court.id, bookingId: '', invitationId: id, token: token!, slot, email };
  }
  if (of !== 'booking') return { courtId: court.id, bookingId: '', slot, email };
  const bookingResponse = await courtly.book(members[player]!, court.id, slot).expect(201);
  const { id } = bookingResponse.body as Booking;
  const bookingRequest = members[player]!.agent.get(`/api/bookings/${id}`).set(
    'Courtly-After',
    bookingResponse.get('Courtly-Position')!,
  );
  await bookingRequest.expect(200);
  return { courtId: court.id, bookingId: id, slot, email };
};

const missing = (): Target => ({
  courtId: '0000000000',
  bookingId: '0000000000-20990313-00000000',
  slot: slots.get(worlds[0]!.court.id)![0]!,
  email: members.player!.email,
});

const agentOf = async (caller: Caller, row: Row) => {
  const member = members[caller];
  const cookie = cookies[caller];
  if (cookie) return courtly.visitor().set('Cookie', cookie);
  if (!member) return courtly.visitor();
  if (row.newcomer) return (await courtly.register()).agent;
  if (!row.session) return member.agent;
  const agent = courtly.visitor();
  const { email, password } = member;
  await agent.post('/api/auth/login').send({ email, password }).expect(200);
  return agent;
};

const isSignedIn = (caller: Caller) =>
  caller !== 'visitor' && !formerMembers.some((former) => former === caller);

const call = async (route: Route, row: Row, caller: Caller, target: Target) => {
  const { courtId, bookingId, invitationId, token, slot } = target;
  const parameters: Readonly<Record<string, string | undefined>> = {
    courtId,
    bookingId,
    invitationId,
    token,
    paper: 'terms',
    date: slot.start.slice(0, 10),
    file: 'none.webp',
    kind: 'no_show',
    provider: 'google',
  };
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? 'unknown');
  const method = route.method.toLowerCase() as 'get';
  const request = (await agentOf(caller, row))[method](path).query(row.query ?? '');
  // A stream never ends, so read only its status.
  if (route.kind === 'stream')
    return request.buffer(false).parse((response, parseDone) => {
      (response as unknown as { destroy(): void }).destroy();
      parseDone(null, null);
    });
  const body = row.body?.(target);
  if (!route.files) return body ? request.send(body) : request;
  for (const [field, value] of Object.entries(body ?? {})) void request.field(field, String(value));
  return request;
};

const owners: readonly Caller[] = ['owner', 'otherOwner'];
const isFormerMember = (caller: Caller): boolean =>
  (formerMembers as readonly Caller[]).includes(caller);
const mayCall = ({ access }: Route, caller: Caller): true | 401 | 403 => {
  if (access === 'anyone') return true;
  if (caller === 'visitor' || isFormerMember(caller)) return 401;
  if (access === 'signedIn') return true;
  return (access === 'owner' ? owners.includes(caller) : caller === 'admin') || 403;
};

/**
 * Returns the expected status: the route's own, or that of an error. `world` is null if the id does
 * not exist.
 */
const expected = (route: Route, row: Row, caller: Caller, world: World | null): number => {
  const may = mayCall(route, caller);
  if (may !== true) return may;
  if (!row.of) return row.status ?? route.status;
  if (!world || !row.sides!(world).includes(caller)) return 404;
  return row.forbidden?.(world).includes(caller) ? 403 : (row.status ?? route.status);
};

/** Signs a user in, keeps the session's cookie, and then removes the user with `go`. */
const letGo = async (
  formerMember: (typeof formerMembers)[number],
  go: (member: Member) => Promise<unknown>,
) => {
  const member = members[formerMember]!;
  const { email, password } = member;
  const signedIn = await courtly
    .visitor()
    .post('/api/auth/login')
    .send({ email, password })
    .expect(200);
  cookies[formerMember] = (signedIn.get('Set-Cookie') ?? [])
    .map((cookie) => cookie.split(';')[0]!)
    .join('; ');
  await (await agentOf(formerMember, {})).get('/api/auth/me').expect(200);
  await go(member);
};

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  for (const caller of callers.slice(1)) {
    members[caller] = await courtly.register(
      owners.includes(caller) || isFormerMember(caller) ? 'owner' : 'player',
    );
    await members[caller].agent.post('/api/waiver/accept').send(waiverConsent).expect(200);
    await courtly.verifyEmail(members[caller]);
  }
  for (const caller of ['admin', 'erased'] as const) {
    const context = systemContext(`the admin ${caller}`, new Date().toISOString());
    await courtly.app
      .get(CommandBus)
      .execute(new GrantRoleCommand({ email: members[caller]!.email, role: 'admin' }, context));
  }
  await letGo('suspended', ({ user }) =>
    members
      .admin!.agent.post(`/api/admin/users/${user.id}/suspensions`)
      .send({ reason: 'Was rude.' })
      .expect(200),
  );
  await letGo('erased', async ({ agent, password, email }) => {
    const wish = { currentPassword: password, confirmation: 'DELETE' };
    await agent.post(routes.eraseAccount.path).send(wish).expect(routes.eraseAccount.status);
    const signIn = () => courtly.visitor().post('/api/auth/login').send({ email, password });
    await eventually('the account is erased', async () => (await signIn()).status === 401);
  });
  for (const [owner, player] of [
    ['owner', 'player'],
    ['otherOwner', 'otherPlayer'],
  ] as const) {
    const court = await courtly.court(members[owner]!);
    const policy = { leadMinutes: null, horizonDays: null, instantBook: true };
    const { agent } = members[owner]!;
    const set = await agent
      .put(`/api/courts/${court.id}/hours`)
      .send({ weeklyHours: allDayHours, policy })
      .expect(200);
    const slotsOf = async (date: string) => {
      const day = courtly.visitor().get(`/api/courts/${court.id}/availability/${date}`);
      return (await day.set('Courtly-After', set.get('Courtly-Position')!).expect(200))
        .body as Slot[];
    };
    const days = Array.from({ length: 21 }, (_, index) => index + 3).map((ahead) =>
      addDays(localDate(court.zone, Date.now()), ahead),
    );
    slots.set(court.id, (await Promise.all(days.map(slotsOf))).flat());
    worlds.push({ owner, player, court });
  }
});

afterAll(() => courtly?.stop());

it('has a row for every route of the contract', () => {
  expect(Object.keys(matrixRows).sort()).toEqual(Object.keys(routes).sort());
});

it('names the court or booking in every path as the subject, except of files', () => {
  for (const [name, route] of Object.entries(routes) as [keyof typeof routes, Route][])
    if (/:(court|booking)Id/.test(route.path) && route.kind !== 'bytes')
      expect([name, matrixRows[name].of]).toEqual([
        name,
        /:(court|booking)Id/.exec(route.path)![1],
      ]);
});

it('rejects sign-in to suspended and erased accounts, explaining only the suspension', async () => {
  const responses = await Promise.all(
    formerMembers.map((caller) => {
      const { email, password } = members[caller]!;
      return courtly.visitor().post('/api/auth/login').send({ email, password });
    }),
  );
  expect(responses.map(({ status, body }) => [status, (body as ErrorBody).code])).toEqual([
    [403, 'suspended'],
    [401, 'wrong_credentials'],
  ]);
});

describe.each(Object.entries(routes) as [keyof typeof routes, Route][])('%s', (name, route) => {
  const row = matrixRows[name];
  const things: [string, number | null][] = row.of
    ? [
        ['of one host and player', 0],
        ['of the other host and player', 1],
        ['that does not exist', null],
      ]
    : [['', null]];

  it.each(things)(
    'responds to each caller according to their relation to a resource %s',
    async (_thing, index) => {
      const world = index === null ? null : worlds[index]!;
      const responses: [Caller, number][] = [];
      const target = async () => (world ? targetIn(world, row) : missing());
      // Reads leave the resource unchanged, so all callers can read the same one.
      const shared = route.method === 'GET' ? await target() : null;
      for (const caller of callers) {
        const { status, body, headers } = await call(
          route,
          row,
          caller,
          shared ?? (await target()),
        );
        responses.push([caller, status]);
        const isPersonal =
          route.path.startsWith('/api/') && (route.access !== 'anyone' || isSignedIn(caller));
        const caching = isPersonal ? /^private|^no-store/ : /./;
        expect([caller, headers['cache-control']]).toEqual([
          caller,
          expect.stringMatching(caching),
        ]);
        if (status === route.status) continue;
        const { code, details, ...otherFields } = body as ErrorBody;
        expect([caller, otherFields]).toEqual([caller, { message: expect.any(String) }]);
        // Callers with access may see more details.
        if (row.status !== status) expect([caller, details]).toEqual([caller, undefined]);
        expect([caller, errorCodes[code].status]).toEqual([caller, status]);
      }
      expect(responses).toEqual(
        callers.map((caller) => [caller, expected(route, row, caller, world)]),
      );
    },
  );
});
