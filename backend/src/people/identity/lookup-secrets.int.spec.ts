import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';

const OLD = 'the secret of names that was there first';
const NEW = 'the secret of names that comes after that';

let earlierCourtly: Courtly;
let after: Courtly;
let member: Member;

beforeAll(async () => {
  earlierCourtly = await startCourtly({ LOOKUP_SECRETS: OLD });
  member = await earlierCourtly.register();
  await earlierCourtly.app.close();
  after = await startCourtly({
    ...earlierCourtly.stores.environment,
    LOOKUP_SECRETS: `${NEW},${OLD}`,
  });
});
afterAll(async () => {
  await after?.stop();
  await earlierCourtly?.stores.stop();
});

describe('a new lookup secret', () => {
  it('lets earlier users sign in', async () => {
    const { email, password, user } = member;
    const { body } = await supertest(after.base)
      .post('/api/auth/login')
      .send({ email, password })
      .expect(200);
    expect(body).toMatchObject({ id: user.id });
  });

  it('keeps earlier names taken', async () => {
    const fields = {
      password: 'clay-court-rally',
      firstName: 'Ada',
      lastName: 'Baseline',
      phone: '4805550123',
      role: 'player',
    };
    const register = (email: string, username: string) =>
      supertest(after.base)
        .post('/api/auth/register')
        .send({ ...fields, email, username });
    const { email, user } = member;
    expect((await register(email.toUpperCase(), 'newcomer')).body).toMatchObject({ code: 'taken' });
    expect((await register('new@example.test', user.username)).body).toMatchObject({
      code: 'taken',
    });
    await register('new@example.test', 'newcomer').expect(201);
  });
});
