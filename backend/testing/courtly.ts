import { randomUUID } from 'node:crypto';
import type { Slot } from '@courtly/contracts/availability';
import type { RequestBookingBody } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { User } from '@courtly/contracts/identity';
import type { NestExpressApplication } from '@nestjs/platform-express';
import supertest from 'supertest';
import { createApp } from '../src/app.js';
import { type Config, readConfig } from '../src/config.js';
import { VerificationTokens } from '../src/people/identity/account/verification-tokens.service.js';
import { slices } from '../src/slices.js';
import { type Stores, eventually, startStores } from './stores.js';
import { waiverConsent } from './waiver-consent.js';

type ClientAgent = ReturnType<typeof supertest.agent>;

/** A signed-in user. */
export type Member = Readonly<{ agent: ClientAgent; user: User; email: string; password: string }>;

/**
 * A complete Courtly in this process, with its own separate stores. `config.CLOCK_OFFSET_MS` moves
 * its clock.
 */
export type Courtly = Readonly<{
  app: NestExpressApplication;
  config: Config;
  stores: Stores;
  base: string;
  /** Returns a client without a session. All clients of one Courtly see each other's writes. */
  visitor(): ClientAgent;
  register(role?: 'player' | 'owner', details?: Record<string, string>): Promise<Member>;
  /** Verifies the email with a link like the one in the registration email. */
  verifyEmail(member: Member): Promise<void>;
  /** Creates a player who has accepted the waiver. */
  player(): Promise<Member>;
  court(owner: Member, details?: Record<string, string>): Promise<CourtDetail>;
  slots(courtId: string, date: string, agent?: ClientAgent): Promise<Slot[]>;
  book(
    player: Member,
    courtId: string,
    slot: Pick<Slot, 'start' | 'end'>,
    requested?: Partial<RequestBookingBody>,
  ): supertest.Test;
  stop(): Promise<void>;
}>;

const PASSWORD = 'clay-court-rally';

export const startCourtly = async (
  environment: Record<string, string> = {},
  brought = slices,
): Promise<Courtly> => {
  const stores = await startStores();
  let app: NestExpressApplication | undefined;
  try {
    const config = readConfig({ ...stores.environment, PORT: '0', ...environment });
    app = await createApp(config, brought);
    return await courtlyOf(app, config, stores);
  } catch (error) {
    await app?.close();
    await stores.stop();
    throw error;
  }
};

/**
 * Creates clients that share the position of their latest write and read at or after it, as the
 * website does. Tests of stale reads call `.unset('Courtly-After')`.
 */
const clientsOf = (base: string) => {
  let newest = '';
  return (): ClientAgent =>
    supertest.agent(base).use((request: supertest.Test) => {
      if (newest && request.method === 'GET') void request.set('Courtly-After', newest);
      request.on('response', ({ headers }: supertest.Response) => {
        const position = headers['courtly-position'] as string | undefined;
        if (position && position > newest) newest = position;
      });
    });
};

const courtlyOf = async (
  app: NestExpressApplication,
  config: Config,
  stores: Stores,
): Promise<Courtly> => {
  await app.listen(0, config.HOST);
  const base = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  const visitor = clientsOf(base);
  await eventually(
    'Courtly is ready',
    async () => (await visitor().get('/api/health/ready')).status === 200,
    20_000,
  );

  const register: Courtly['register'] = async (role = 'player', details = {}) => {
    const agent = visitor();
    const name = `p${randomUUID().slice(0, 8)}`;
    const email = details['email'] ?? `${name}@example.test`;
    const body = {
      username: name,
      email,
      password: PASSWORD,
      firstName: 'Robin',
      lastName: 'Baseline',
      phone: '4805550123',
      role,
      ...details,
    };
    const response = await agent.post('/api/auth/register').send(body).expect(201);
    return { agent, user: response.body as User, email, password: PASSWORD };
  };

  return {
    app,
    config,
    stores,
    base,
    visitor,
    register,
    async verifyEmail({ user }) {
      const token = app
        .get(VerificationTokens, { strict: false })
        .issueToken(
          { userId: user.id, email: user.email },
          new Date(Date.now() + config.CLOCK_OFFSET_MS).toISOString(),
        );
      await visitor().post('/api/auth/email-verifications').send({ token }).expect(200);
    },
    async player() {
      const member = await register('player');
      await member.agent.post('/api/waiver/accept').send(waiverConsent).expect(200);
      return member;
    },
    async court(owner, details = {}) {
      const fields = {
        name: 'Camelback Court',
        location: 'Paradise Valley',
        street: 'E Horseshoe Ln',
        address: '8412 E Horseshoe Ln',
        surfaceType: 'hard',
        hourlyRate: '300.00',
        ...details,
      };
      const request = owner.agent.post('/api/courts');
      for (const [field, value] of Object.entries(fields)) void request.field(field, value);
      const court = (await request.expect(201)).body as CourtDetail;
      await owner.agent.get(`/api/courts/${court.id}`).expect(200);
      return court;
    },
    async slots(courtId, date, agent = visitor()) {
      return (await agent.get(`/api/courts/${courtId}/availability/${date}`).expect(200))
        .body as Slot[];
    },
    book: (player, courtId, { start, end }, requested = {}) =>
      player.agent
        .post('/api/bookings')
        .send({ courtId, startTime: start, endTime: end, ...requested }),
    async stop() {
      await app.close();
      await stores.stop();
    },
  };
};
