import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { startMongoDb } from '@courtly/standin-mongodb';
import { addDays } from '../kernel/local-time.js';
import { type Courtly, startCourtly } from '../../../testing/courtly.js';

let courtly: Courtly;
let readModels: Awaited<ReturnType<typeof startMongoDb>>;
let vault: Awaited<ReturnType<typeof startMongoDb>>;

beforeAll(async () => {
  [readModels, vault] = await Promise.all([startMongoDb({ port: 0 }), startMongoDb({ port: 0 })]);
  courtly = await startCourtly({ MONGODB_URI: readModels.url, VAULT_URI: vault.url });
});
afterAll(async () => {
  await courtly.stop();
  await Promise.all([readModels.stop(), vault.stop()]);
});

describe('a vault on a separate server', () => {
  it('allows bookings without read models, and by active users even without the vault', async () => {
    const host = await courtly.register('owner');
    const court = await courtly.court(host);
    const player = await courtly.player();
    const date = addDays(new Date().toISOString().slice(0, 10), 3);
    const [firstSlot, secondSlot] = await courtly.slots(court.id, date);
    await readModels.stop();
    await courtly.book(player, court.id, firstSlot!).expect(201);
    await vault.stop();
    await courtly.book(player, court.id, secondSlot!).expect(201);
    const stranger = {
      username: 'late',
      email: 'late@example.test',
      password: 'clay-court-rally',
      firstName: 'Lee',
    };
    const body = { ...stranger, lastName: 'Comer', phone: '4805550123', role: 'player' };
    await courtly.visitor().post('/api/auth/register').send(body).expect(503);
  });
});
