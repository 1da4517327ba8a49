import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Session } from '@courtly/contracts/identity';
import { RedisClient } from '../../../platform/stores/redis.js';
import { type Courtly, type Member, startCourtly } from '../../../../testing/courtly.js';
import { MOST_SESSIONS, SessionIndex } from './session-index.service.js';

let courtly: Courtly;
beforeAll(async () => {
  courtly = await startCourtly();
});
afterAll(() => courtly?.stop());

type Agent = Member['agent'];

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const signIn = async ({ email, password }: Member, userAgent = firefox): Promise<Agent> => {
  const agent = courtly.visitor();
  await agent
    .post('/api/auth/login')
    .set('User-Agent', userAgent)
    .send({ email, password })
    .expect(200);
  return agent;
};
const list = async (agent: Agent) =>
  (await agent.get('/api/auth/sessions').expect(200)).body as Session[];
const end = (agent: Agent, key: string) => agent.delete(`/api/auth/sessions/${key}`);
const isSignedIn = async (agent: Agent) => (await agent.get('/api/auth/me')).status === 200;
const idsOf = async ({ user }: Member) =>
  (await courtly.app.get(SessionIndex).sessionsOf(user.id)).map(({ id }) => id);

describe('the sessions of a user', () => {
  it('are listed with browser, start, and last use, and the current one is marked', async () => {
    const startInstant = new Date().toISOString();
    const [member, otherMember] = await Promise.all([courtly.register(), courtly.register()]);
    const agent = await signIn(member);
    const sessions = await list(agent);
    expect(sessions.map(({ browser, isCurrent }) => [browser, isCurrent])).toEqual([
      ['Firefox on Linux', true],
      ['An unknown browser', false],
    ]);
    for (const { since, lastSeen } of sessions) {
      expect(since >= startInstant && since <= new Date().toISOString()).toBe(true);
      expect(lastSeen >= since).toBe(true);
    }
    expect(await list(otherMember.agent)).toHaveLength(1);
  });

  it('show their last use only to the hour', async () => {
    const member = await courtly.register();
    const { commands, keyPrefix: prefix } = courtly.app.get(RedisClient);
    const [id] = await idsOf(member);
    await commands.zadd(
      `${prefix}:sessions-of:${member.user.id}`,
      Date.parse('2099-03-01T10:42:11.123Z'),
      id!,
    );
    expect((await list(member.agent))[0]!.lastSeen).toBe('2099-03-01T10:00:00.000Z');
  });

  it('have keys that differ from their ids', async () => {
    const member = await courtly.register();
    const [id] = await idsOf(member);
    const response = await member.agent.get('/api/auth/sessions').expect(200);
    expect(response.text).not.toContain(id);
    await end(member.agent, id!).expect(404);
  });

  it('can be ended one by one by key', async () => {
    const member = await courtly.register();
    const [lost, keptAgent] = [await signIn(member), await signIn(member)];
    const { key } = (await list(lost)).find(({ isCurrent }) => isCurrent)!;
    await end(keptAgent, key).expect(204);
    expect(await Promise.all([lost, keptAgent, member.agent].map(isSignedIn))).toEqual([
      false,
      true,
      true,
    ]);
    expect((await list(keptAgent)).map((session) => session.key)).not.toContain(key);
    expect((await end(keptAgent, key).expect(404)).body.message).toMatch(/reload the list/);
  });

  it('include the current one, which loses its cookies when it is ended', async () => {
    const member = await courtly.register();
    const [{ key }] = (await list(member.agent)) as [Session];
    const cookies = (await end(member.agent, key).expect(204)).get('Set-Cookie')!;
    expect(cookies.filter((cookie) => /=;.*1970/.test(cookie))).toHaveLength(2);
    expect(await idsOf(member)).toEqual([]);
  });

  it('cannot be ended by other users', async () => {
    const [member, otherMember] = await Promise.all([courtly.register(), courtly.register()]);
    const [{ key }] = (await list(member.agent)) as [Session];
    await end(otherMember.agent, key).expect(404);
    expect(await isSignedIn(member.agent)).toBe(true);
  });

  it('can be ended together, except for the current one', async () => {
    const member = await courtly.register();
    const otherAgents = [await signIn(member), await signIn(member)];
    await member.agent.delete('/api/auth/sessions').expect(204);
    expect(await Promise.all([...otherAgents, member.agent].map(isSignedIn))).toEqual([
      false,
      false,
      true,
    ]);
    expect(await list(member.agent)).toHaveLength(1);
  });

  it('leave the list after sign-out, a new sign-in, or a loss of Redis data', async () => {
    const member = await courtly.register();
    const otherSession = await signIn(member);
    await otherSession.post('/api/auth/logout').expect(204);
    await member.agent
      .post('/api/auth/login')
      .send({ email: member.email, password: member.password })
      .expect(200);
    const [id, ...more] = await idsOf(member);
    expect(more).toEqual([]);
    const agent = await signIn(member);
    await courtly.app
      .get(RedisClient)
      .commands.del(courtly.app.get(SessionIndex).sessionKeyOf(id!));
    expect(await list(agent)).toHaveLength(1);
    expect(await idsOf(member)).not.toContain(id);
  });

  it('are limited, and the least recently used one ends first', async () => {
    const member = await courtly.register();
    const sessionIndex = courtly.app.get(SessionIndex);
    const more = Array.from({ length: MOST_SESSIONS - 1 }, (_, n) => `another-${n}`);
    for (const id of more) await sessionIndex.addSession(member.user.id, id);
    expect(await isSignedIn(member.agent)).toBe(true);
    await sessionIndex.addSession(member.user.id, 'the last straw');
    expect(await isSignedIn(member.agent)).toBe(false);
    expect(await idsOf(member)).toHaveLength(MOST_SESSIONS);
  });

  it('have a list that expires within the lifetime of a session', async () => {
    const { user } = await courtly.register();
    const { commands, keyPrefix: prefix } = courtly.app.get(RedisClient);
    const remainingTtl = await commands.ttl(`${prefix}:sessions-of:${user.id}`);
    expect(remainingTtl).toBeGreaterThan(0);
    expect(remainingTtl).toBeLessThanOrEqual(14 * 86_400);
  });
});
