import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Court } from '@courtly/contracts/courts';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Courtly, startCourtly } from '../../../testing/courtly.js';
import { nextPageUrl } from '../../../testing/pages.js';

const folder = mkdtempSync(join(tmpdir(), 'courtly-all-in-'));
let courtly: Courtly;

beforeAll(async () => {
  const policy = JSON.parse(readFileSync('deploy/policies/open.json', 'utf8')) as object;
  const tax = { name: 'Sales tax', rate: 800, included: false };
  const POLICY_FILE = join(folder, 'policy.json');
  const cities = { Scottsdale: { tax, allInPrices: true } };
  writeFileSync(POLICY_FILE, JSON.stringify({ ...policy, cities }));
  courtly = await startCourtly({ POLICY_FILE });
  const host = await courtly.register('owner');
  const listings = [
    ['Dear', 'Scottsdale', '100.00'],
    ['Middle', 'Paradise Valley', '110.00'],
    ['Cheap', 'Scottsdale', '90.00'],
  ] as const;
  for (const [name, location, hourlyRate] of listings)
    await courtly.court(host, { name, location, hourlyRate });
});
afterAll(async () => {
  await courtly?.stop();
  rmSync(folder, { recursive: true });
});

const courtsOf = async (url: string): Promise<Court[]> =>
  (await courtly.visitor().get(url).expect(200)).body as Court[];

describe('courts in a city with all-in prices', () => {
  it.each(['/api/search', '/api/courts'])('show the full price in %s', async (url) => {
    const prices = (await courtsOf(url)).map(({ name, shownPrice }) => [
      name,
      shownPrice.amount,
      shownPrice.note,
    ]);
    expect(prices.sort()).toEqual([
      ['Cheap', '106.92', 'incl. fees and tax'],
      ['Dear', '118.80', 'incl. fees and tax'],
      ['Middle', '110.00', null],
    ]);
  });

  it('are sorted by the displayed price across pages', async () => {
    const names: string[] = [];
    for (let url: string | undefined = '/api/search?sort=price&limit=1'; url;) {
      const response = await courtly.visitor().get(url).expect(200);
      names.push(...(response.body as Court[]).map(({ name }) => name));
      url = nextPageUrl(response);
    }
    expect(names).toEqual(['Cheap', 'Middle', 'Dear']);
  });

  it.each(['/api/search', '/api/courts'])('are found by the displayed price in %s', async (url) => {
    const namesOf = async (query: string) =>
      (await courtsOf(`${url}?${query}`)).map(({ name }) => name).sort();
    expect(await namesOf('maxRate=110')).toEqual(['Cheap', 'Middle']);
    expect(await namesOf('minRate=106.93&maxRate=118.79')).toEqual(['Middle']);
    expect(await namesOf('minRate=118.8')).toEqual(['Dear']);
    expect(await namesOf('search=scotts&maxRate=106.92')).toEqual(['Cheap']);
  });
});
