import { expect, it } from '@jest/globals';
import type { Streams } from '../../platform/kernel/streams.js';
import { incidentDecided, incidentReported } from '../../../testing/incident.js';
import { type Incident, incident } from './incident.js';
import { loadNoShows } from './no-shows.js';

const OWN = 'booking-1.no_show.host';
const SHARED = 'booking-1.no_show';

const open = incident.evolve(null, incidentReported())!;
const upheld = incident.evolve(open, incidentDecided())!;

const shownOf = async (reports: Readonly<Record<string, Incident>>) => {
  const ofIds = Object.fromEntries(
    Object.entries(reports).map(([id, report]) => [id, { ...report, incidentId: id }]),
  );
  const load = async (_: unknown, id: string) => ofIds[id] ?? null;
  const { player, host } = await loadNoShows({ load } as unknown as Streams, 'booking-1');
  expect(player).toBeNull();
  return host?.incidentId;
};

it('prefers the undecided report if an earlier release added a second one', async () => {
  expect(await shownOf({ [SHARED]: open })).toBe(SHARED);
  expect(await shownOf({ [OWN]: upheld })).toBe(OWN);
  expect(await shownOf({ [OWN]: open, [SHARED]: open })).toBe(OWN);
  expect(await shownOf({ [OWN]: upheld, [SHARED]: open })).toBe(SHARED);
  expect(await shownOf({ [OWN]: open, [SHARED]: upheld })).toBe(OWN);
  expect(await shownOf({ [OWN]: upheld, [SHARED]: upheld })).toBe(OWN);
});
