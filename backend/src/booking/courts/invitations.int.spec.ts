import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Slot } from '@courtly/contracts/availability';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { Invitation } from '@courtly/contracts/invitations';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { EventStore } from '../../platform/stores/event-store.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';

let courtly: Courtly;
let host: Member;
let court: CourtDetail;
let slots: Slot[];

const invite = async (requestBody: object) =>
  (await host.agent.post(`/api/courts/${court.id}/invitations`).send(requestBody).expect(201))
    .body as Invitation;
const accept = (player: Member, token: string) =>
  player.agent.post(`/api/invitations/${token}/accept`).send({});
const revoke = ({ id }: Invitation) =>
  host.agent.delete(`/api/courts/${court.id}/invitations/${id}`).expect(200);
const book = (player: Member) => courtly.book(player, court.id, slots.pop()!);
const accessOf = async ({ agent }: Pick<Member, 'agent'>, position?: string) => {
  const courtRequest = agent.get(`/api/courts/${court.id}`);
  const { body } = await (
    position ? courtRequest.set('Courtly-After', position) : courtRequest
  ).expect(200);
  return (body as CourtDetail).access;
};

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  host = await courtly.register('owner');
  court = await courtly.court(host, { courtAccess: 'invite' });
  slots = await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), 3));
});
afterAll(() => courtly?.stop());

it('shows uninvited players the court and how to get access, but rejects their booking', async () => {
  const player = await courtly.player();
  const access = await accessOf(player);
  expect(access).toEqual({
    kind: 'invite',
    mayBook: false,
    how: expect.stringContaining('Ask its host'),
  });
  expect(await accessOf({ agent: courtly.visitor() })).toEqual(access);
  expect((await book(player).expect(403)).body).toEqual({
    code: 'forbidden',
    message: access.how,
    details: { access },
  });
});

it('a court admits a player invited by email only once that email is verified', async () => {
  const impostor = await courtly.player();
  await invite({ email: impostor.email });
  expect(await accessOf(impostor)).toMatchObject({ mayBook: false });
  await book(impostor).expect(403);
  await courtly.verifyEmail(impostor);
  await book(impostor).expect(201);
});

it('admits a player invited by email until the host revokes the invitation', async () => {
  const player = await courtly.player();
  await courtly.verifyEmail(player);
  const invitation = await invite({ email: player.email.toUpperCase() });
  expect(invitation).toMatchObject({ email: player.email, token: null, guests: 0 });
  expect((await invite({ email: player.email })).id).toBe(invitation.id);
  await book(player).expect(201);
  const position = (await revoke(invitation)).get('Courtly-Position')!;
  await book(player).expect(403);
  expect(await accessOf(player, position)).toMatchObject({ mayBook: false });
});

it('admits a player with a link until the host revokes it', async () => {
  const [player, stranger] = await Promise.all([courtly.player(), courtly.player()]);
  const { token, ...link } = await invite({ link: true });
  const response = await accept(player, token!).expect(200);
  expect(response.body).toEqual({ courtId: court.id });
  expect(await accessOf(player, response.get('Courtly-Position')!)).toEqual({
    kind: 'invite',
    mayBook: true,
    how: null,
  });
  await book(player).expect(201);
  await book(stranger).expect(403);
  const list = host.agent
    .get(`/api/courts/${court.id}/invitations`)
    .set('Courtly-After', response.get('Courtly-Position')!);
  expect((await list.expect(200)).body).toContainEqual({ ...link, token, guests: 1 });
  await revoke({ ...link, token });
  await book(player).expect(403);
  expect((await accept(stranger, token!).expect(404)).body).toMatchObject({ code: 'not_found' });
});

it('rejects forged tokens', async () => {
  const player = await courtly.player();
  const { token } = await invite({ link: true });
  const forged = `${token!.slice(0, -1)}${token!.endsWith('0') ? '1' : '0'}`;
  for (const forgedToken of [forged, 'x', `${court.id}-abc-${'0'.repeat(32)}`])
    await accept(player, forgedToken).expect(404);
});

it('encrypts invited emails in the log', async () => {
  const email = 'secret.guest@example.test';
  await invite({ email });
  const events = JSON.stringify(
    await courtly.app.get(EventStore).read(`courtInvitations-${court.id}`),
  );
  expect(events).toContain('GuestInvited');
  expect(events).not.toContain('secret.guest');
});
