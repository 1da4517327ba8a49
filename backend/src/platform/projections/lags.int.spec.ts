import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../../app.js';
import { addDays, localDate } from '../kernel/local-time.js';
import { Health } from '../ops/health.js';
import { allProjections } from '../../slices.js';
import { metrics } from '../stores/metrics.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { type Observer, observe } from '../../../testing/observer.js';
import { eventually } from '../../../testing/stores.js';
import { Lags } from './lags.js';
import { Progress } from './progress.js';
import { loadAdjusted } from '../../../testing/patience.js';

let courtly: Courtly;
let observer: Observer;
let player: Member;
let api: NestExpressApplication;

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  observer = await observe(courtly.config);
  api = await createApp({ ...courtly.config, ROLES: ['api'] });
  await api.listen(0);
  player = await courtly.player();
  const court = await courtly.court(await courtly.register('owner'));
  const [slot] = await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), 3));
  await courtly.book(player, court.id, slot!).expect(201);
});

afterAll(async () => {
  await api?.close();
  await observer?.close();
  await courtly?.stores.stop();
});

const awaitNoLag = () =>
  eventually(
    'no read model lags',
    async () => (await api.get(Health).checkHealth()).behind.length === 0,
  );

describe('a read at a position beyond the end of the log', () => {
  it('returns a stale response without waiting', async () => {
    const startedAt = performance.now();
    const far = await player.agent
      .get('/api/bookings')
      .set('Courtly-After', '9'.repeat(20))
      .expect(200);
    expect(far.headers['courtly-stale']).toBe('true');
    expect(performance.now() - startedAt).toBeLessThan(loadAdjusted(1_500));
  });

  it('does not delay a route without read models', async () => {
    expect(await api.get(Progress).waitFor('9'.repeat(20), [])).toBe(true);
  });
});

/** The metric of the process of booking deadlines. */
const processLag = async () => {
  await api.get(Lags).measureProcessLags();
  const { values } = await metrics.getSingleMetric('courtly_process_lag_seconds')!.get();
  return values.find(({ labels }) => labels['process'] === 'bookingDeadlines')?.value;
};

describe('read models without an owner', () => {
  it('appear in every process with their lag and time without an owner', async () => {
    await awaitNoLag();
    await eventually('the process is current', async () => (await processLag()) === 0);
    await courtly.app.close();
    await observer.flood(1, 1, player.user.id);
    const behind = await eventually('all are behind and unowned', async () => {
      const { behind: lagReports, ready } = await api.get(Health).checkHealth();
      expect(ready).toBe(true);
      return (
        lagReports.length === allProjections.length &&
        lagReports.every(({ seconds, unownedSeconds }) => seconds && unownedSeconds) &&
        lagReports
      );
    });
    expect(behind.every(({ complete }) => complete)).toBe(true);
    const text = await metrics.metrics();
    for (const gauge of ['lag', 'unowned'])
      expect(text).toMatch(
        new RegExp(
          `courtly_projection_${gauge}_seconds\\{projection="bookings"\\} 0?\\.?\\d*[1-9]`,
        ),
      );
    await eventually('the process lags', async () => Number(await processLag()) > 0);
  });
});
