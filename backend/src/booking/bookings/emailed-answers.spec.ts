import { describe, expect, it } from '@jest/globals';
import { bookingRequest } from '../../../testing/court-day.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import type { Streams } from '../../platform/kernel/streams.js';
import { EmailedAnswers } from './emailed-answers.service.js';

const BOOKING_ID = 'roxbury-20270313-abcdefgh';
const [old, recent] = ['an old secret of lookups for tests', 'a new secret of lookups for tests'];
const answerBy = '2027-03-11T12:00:00.000Z';
const before = '2027-03-11T11:59:59.000Z';

type World = Readonly<{
  secrets?: string[];
  booking?: object;
  host?: object;
  verified?: readonly string[];
  factors?: readonly object[];
  requiredRoles?: readonly string[];
}>;

/** One pending request, its host, and the host's second factors. */
const answersIn = ({
  secrets = [old],
  booking,
  host,
  verified = ['hana@example.test', 'new@example.test'],
  factors = [],
  requiredRoles = [],
}: World) => {
  const request = {
    ...bookingRequest({ bookingId: BOOKING_ID, answerBy }),
    status: 'pending',
    paymentStatus: 'authorised',
    ...booking,
  };
  const states: Record<string, unknown> = {
    courtDay: { bookings: new Map([[BOOKING_ID, request]]) },
    user: {
      userId: request.hostId,
      email: 'hana@example.test',
      roles: ['owner'],
      suspension: null,
      ...host,
    },
    emailVerification: new Set(verified),
    secondFactor: { factors },
  };
  const streams = {
    load: ({ category }: { category: string }) => Promise.resolve(states[category]),
  };
  const answers = new EmailedAnswers(
    streams as unknown as Streams,
    new KeyedHashes({ LOOKUP_SECRETS: secrets }),
    { PUBLIC_URL: 'https://courtly.example', secondFactorRoles: requiredRoles } as never,
  );
  return { answers, request: request as never };
};

const tokenIn = async (world: World = {}) => {
  const { answers, request } = answersIn(world);
  const links = await answers.linksOf(request);
  return links!.approve.replace('https://courtly.example/answer-request#', '');
};
const open = async (token: string, world: World = {}, instant = before) =>
  answersIn(world).answers.answerBehind(token, instant);

describe('an emailed link that approves or declines a request', () => {
  it('names the booking and the action', async () => {
    const { answers, request } = answersIn({});
    const { approve, decline } = (await answers.linksOf(request))!;
    const actionOf = async (link: string) => (await open(link.split('#')[1]!)).action;
    expect([await actionOf(approve), await actionOf(decline)]).toEqual(['approve', 'decline']);
  });

  it('works after the secret is rotated, until the old one is removed', async () => {
    const token = await tokenIn();
    expect((await open(token, { secrets: [recent, old] })).action).toBe('approve');
    await expect(open(token, { secrets: [recent] })).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([
    ['another action', (token: string) => token.replace('.approve.', '.decline.')],
    ['another deadline', (token: string) => token.replace(/\.1(\d+)\./, '.2$1.')],
    ['an invented action', (token: string) => token.replace('.approve.', '.cancel.')],
    ['another proof', (token: string) => token.replace(/[0-9a-f]{64}$/, '0'.repeat(64))],
    ['half of the proof', (token: string) => token.slice(0, -32)],
    ['nothing', () => ''],
  ])('is refused with %s', async (_, change) => {
    await expect(open(change(await tokenIn()))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('belongs to one booking, one host, and the address that it was sent to', async () => {
    const token = await tokenIn();
    const changed: World[] = [
      { booking: { bookingId: 'roxbury-20270313-zzzzzzzz' } },
      { booking: { hostId: 'mallory' } },
      { host: { email: 'new@example.test' } },
      { host: { email: '' } },
      { verified: [] },
    ];
    for (const world of changed)
      await expect(open(token, world)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is not sent to a mailbox that the host has not verified', async () => {
    const { answers, request } = answersIn({ verified: ['earlier@example.test'] });
    expect(await answers.linksOf(request)).toBeNull();
  });

  it('expires at the deadline for a response', async () => {
    const token = await tokenIn();
    await expect(open(token, {}, answerBy)).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([
    ['approve', { status: 'confirmed', approvedAt: before, approvedBy: 'host' }],
    ['approve', { status: 'completed', approvedAt: before }],
    ['decline', { status: 'cancelled', cancellation: { reason: 'host_declined' } }],
  ])("shows the host's earlier response: %s", async (given, booking) => {
    const token = await tokenIn();
    await expect(open(token, { booking }, '2027-05-01T12:00:00.000Z')).resolves.toMatchObject({
      given,
    });
  });

  it.each([
    { status: 'cancelled', cancellation: { reason: 'player_cancelled' } },
    { status: 'cancelled', approvedAt: before, cancellation: { reason: 'player_cancelled' } },
    { paymentStatus: 'unpaid' },
  ])('works only while the request waits for a response: %j', async (booking) => {
    const token = await tokenIn();
    await expect(open(token, { booking })).rejects.toMatchObject({ code: 'wrong_status' });
  });

  it.each([
    ['suspended', { host: { suspension: { since: before } } }],
    ['second_factor_required', { factors: [{ id: 'app' }] }],
    ['second_factor_required', { host: { roles: ['owner', 'admin'] }, requiredRoles: ['admin'] }],
  ] as const)('is neither sent nor accepted: %s', async (code, world: World) => {
    const token = await tokenIn();
    await expect(open(token, world)).rejects.toMatchObject({ code });
    const { answers, request } = answersIn(world);
    expect(await answers.linksOf(request)).toBeNull();
  });
});
