import { describe, expect, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { zoneDataInUse, zoneDataProblem } from './zone-data.js';

const given = specification(zoneDataInUse);
const fields = (zoneData: string) => ({ zoneData, effectiveAt: '2027-06-01T07:00:00.000Z' });
const tookEffect = (zoneData: string) =>
  ({ type: 'ZoneDataTookEffect', data: fields(zoneData) }) as const;
const use = (zoneData: string) => ({ type: 'UseZoneData', data: fields(zoneData) }) as const;

describe('the version of zone data', () => {
  it('is recorded when the first process uses it', () =>
    given().when(use('2026c')).then(tookEffect('2026c')));

  it('is recorded once', () => given(tookEffect('2026c')).when(use('2026c')).thenNothing());

  it('is recorded again when it is newer', () =>
    given(tookEffect('2026c')).when(use('2027a')).then(tookEffect('2027a')));

  it('does not revert automatically', () =>
    given(tookEffect('2025b'), tookEffect('2026c')).when(use('2025b')).thenNothing());

  it('reverts if an operator orders it', () =>
    given(tookEffect('2027x'))
      .when({ type: 'ReturnToZoneData', data: fields('2026c') })
      .then(tookEffect('2026c')));

  it('is a problem only if it is older than that of the log', () => {
    expect(zoneDataProblem('2026c', '2026c')).toBeNull();
    expect(zoneDataProblem('2027a', '2026c')).toBeNull();
    expect(zoneDataProblem('2025b', '2026c')).toMatch(
      /has time zone data 2025b, but Courtly already uses 2026c\. Start it with a newer Node\.js.* or run "courtly zone-data use"/,
    );
  });
});
