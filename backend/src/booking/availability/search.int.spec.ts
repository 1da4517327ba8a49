import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { CourtSearchResult } from '@courtly/contracts/search';
import { weekdays } from '@courtly/contracts/opening-hours';
import { standardNeighborRules } from '@courtly/contracts/standard-neighbor-rules';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { nextPageUrl } from '../../../testing/pages.js';

let courtly: Courtly;
let host: Member;
let player: Member;
let cheap: CourtDetail;
let dear: CourtDetail;
let date: string;
let last = '';

const searchResults = async (query: string): Promise<CourtSearchResult[]> => {
  const request = courtly.visitor().get(`/api/search?${query}`);
  const { body } = await (last ? request.set('Courtly-After', last) : request).expect(200);
  return body as CourtSearchResult[];
};
const names = async (query: string) => (await searchResults(query)).map(({ name }) => name);

beforeAll(async () => {
  courtly = await startCourtly();
  [host, player] = await Promise.all([courtly.register('owner'), courtly.player()]);
  dear = await courtly.court(host, {
    name: 'Dear',
    hourlyRate: '500.00',
    location: 'Scottsdale',
    latitude: '33.49',
    longitude: '-111.92',
  });
  cheap = await courtly.court(host, {
    name: 'Cheap',
    hourlyRate: '40.00',
    sports: '["pickleball"]',
  });
  date = addDays(localDate(cheap.zone, Date.now()), 3);
});

afterAll(() => courtly?.stop());

describe('a search for courts', () => {
  it('lists all courts with their next hours, newest first, if no day is given', async () => {
    const results = await searchResults('');
    expect(results.map(({ name }) => name)).toEqual(['Cheap', 'Dear']);
    for (const { slots } of results) expect(slots).toHaveLength(3);
    const [firstSlot] = await courtly.slots(
      cheap.id,
      localDate(cheap.zone, results[0]!.slots[0]!.start),
    );
    expect(results[0]!.slots[0]).toEqual(firstSlot);
  });

  it('omits courts without a free hour at the requested time', async () => {
    expect(await names(`date=${date}&from=9&to=10`)).toEqual(['Cheap', 'Dear']);
    const nine = (await courtly.slots(dear.id, date)).find(({ time }) => time === '09:00 AM')!;
    const bookingResponse = await courtly.book(player, dear.id, nine).expect(201);
    last = bookingResponse.get('Courtly-Position')!;
    expect(await names(`date=${date}&from=9&to=10`)).toEqual(['Cheap']);
    expect(
      (await searchResults(`date=${date}&from=9&to=11`)).map(({ slots }) =>
        slots.map(({ time }) => time),
      ),
    ).toEqual([['09:00 AM', '10:00 AM'], ['10:00 AM']]);
  });

  it('sorts by price and by the soonest free hour', async () => {
    expect(await names('sort=price')).toEqual(['Cheap', 'Dear']);
    expect(await names(`sort=soonest&date=${date}&from=9&to=12`)).toEqual(['Cheap', 'Dear']);
    const { zone } = cheap;
    const day = (await courtly.slots(cheap.id, date)).slice(0, 5);
    const closing = { startTime: day[0]!.start, endTime: day[4]!.end };
    const closureResponse = await host.agent
      .post(`/api/courts/${cheap.id}/closures`)
      .send(closing)
      .expect(201);
    last = closureResponse.get('Courtly-Position')!;
    expect(localDate(zone, closing.startTime)).toBe(date);
    expect(await names(`sort=soonest&date=${date}`)).toEqual(['Dear', 'Cheap']);
  });

  it.each(['newest', 'price', 'soonest'])('pages through courts sorted by %s', async (sort) => {
    const firstResponse = await courtly
      .visitor()
      .get(`/api/search?limit=1&sort=${sort}`)
      .expect(200);
    const secondResponse = await courtly.visitor().get(nextPageUrl(firstResponse)!).expect(200);
    const ids = [firstResponse, secondResponse].flatMap(({ body }) =>
      (body as CourtSearchResult[]).map(({ id }) => id),
    );
    expect(ids.sort()).toEqual([cheap.id, dear.id].sort());
    expect(nextPageUrl(secondResponse)).toBeUndefined();
  });

  it('filters by place, sport, access, and price like the list of courts', async () => {
    expect(await names('search=scotts')).toEqual(['Dear']);
    expect(await names('sport=pickleball')).toEqual(['Cheap']);
    expect(await names('access=invite')).toEqual([]);
    expect(await names('maxRate=100')).toEqual(['Cheap']);
  });

  it('counts matching courts only if no day is given', async () => {
    const totalOf = async (query: string) =>
      (await courtly.visitor().get(`/api/search?${query}`).expect(200)).get('X-Total-Count');
    expect(await totalOf('limit=1')).toBe('2');
    expect(await totalOf('sport=pickleball&sort=price')).toBe('1');
    expect(await totalOf(`date=${date}`)).toBeUndefined();
  });

  it('hides addresses that only guests may see', async () => {
    const [court] = await searchResults('maxRate=100');
    expect(court).toMatchObject({ address: 'E Horseshoe Ln' });
  });

  it('rejects invalid hours, dates, sorts, and cursors', async () => {
    for (const query of ['from=10&to=10', 'from=25', 'date=tomorrow', 'sort=best', 'cursor=x'])
      await courtly.visitor().get(`/api/search?${query}`).expect(400);
  });

  it('sorts by the distance to the courts of a place, without filtering by it', async () => {
    for (const [name, location, latitude, longitude] of [
      ['Far', 'Austin', '30.27', '-97.74'],
      ['Near', 'Tempe', '33.43', '-111.94'],
    ] as const)
      await courtly.court(host, { name, location, latitude, longitude });
    const nearest = 'search=scottsdale&sort=nearest';
    expect((await searchResults(nearest)).map(({ name, milesAway }) => [name, milesAway])).toEqual([
      ['Dear', 0],
      ['Near', 4],
      ['Far', 860],
      ['Cheap', undefined],
    ]);
    expect(await names(`${nearest}&maxRate=100`)).toEqual(['Cheap']);
    expect((await names('search=oslo&sort=nearest')).slice(0, 2)).toEqual(['Near', 'Far']);

    const firstResponse = await courtly.visitor().get(`/api/search?${nearest}&limit=3`).expect(200);
    const secondResponse = await courtly.visitor().get(nextPageUrl(firstResponse)!).expect(200);
    expect((secondResponse.body as CourtSearchResult[]).map(({ name }) => name)).toEqual(['Cheap']);
  });

  it('finds only courts that allow the number of players', async () => {
    const rules = { ...standardNeighborRules, maxPlayers: 2 };
    await courtly.court(host, {
      name: 'For two',
      location: 'Sedona',
      zone: 'America/Phoenix',
      neighborRules: JSON.stringify(rules),
    });
    expect(await names('search=sedona&players=2')).toEqual(['For two']);
    expect(await names('search=sedona&players=3')).toEqual([]);
    await courtly.visitor().get('/api/search?players=5').expect(400);
  });

  it('lists the days on which a matching court has a free hour', async () => {
    const court = await courtly.court(host, {
      location: 'Prescott',
      zone: 'America/Phoenix',
    });
    const [firstDay, closedDay, lastDay] = [1, 2, 3].map((days) => addDays(date, days)) as [
      string,
      string,
      string,
    ];
    const closureResponse = await host.agent
      .post(`/api/courts/${court.id}/closures/days`)
      .send({ from: closedDay, to: closedDay })
      .expect(201);
    last = closureResponse.get('Courtly-Position')!;
    const daysOf = async (query: string) => {
      const { body } = await courtly
        .visitor()
        .get(`/api/search/days?firstDay=${firstDay}&lastDay=${lastDay}&${query}`)
        .set('Courtly-After', last)
        .expect(200);
      return body as string[];
    };
    expect(await daysOf('search=prescott')).toEqual([firstDay, lastDay]);
    expect(await daysOf('search=prescott&from=3&to=4')).toEqual([]);
    expect(await daysOf('search=prescott&sport=pickleball')).toEqual([]);
    expect(await daysOf('')).toEqual([firstDay, closedDay, lastDay]);
    await courtly
      .visitor()
      .get(`/api/search/days?firstDay=${date}&lastDay=${addDays(date, 42)}`)
      .expect(400);
  });

  it('checks the courts of all pages, and lists every day beyond its limit of courts', async () => {
    const days = [1, 2, 3].map((offset) => addDays(date, offset));
    const oldest = await courtly.court(host, { location: 'Kingman', zone: 'America/Phoenix' });
    const wholeDay = [{ from: '00:00', to: '24:00' }];
    const weeklyHours = Object.fromEntries(weekdays.map((weekday) => [weekday, wholeDay]));
    await host.agent.put(`/api/courts/${oldest.id}/hours`).send({ weeklyHours }).expect(200);
    const addCourts = async (count: number) => {
      for (let index = 0; index < count; index++)
        await courtly.court(host, { location: 'Kingman', zone: 'America/Phoenix' });
    };
    await addCourts(20);
    const closureResponse = await host.agent
      .post(`/api/courts/${oldest.id}/closures/days`)
      .send({ from: days[1], to: days[1] })
      .expect(201);
    last = closureResponse.get('Courtly-Position')!;
    const nightDays = async (to: number) => {
      const { body } = await courtly
        .visitor()
        .get(
          `/api/search/days?firstDay=${days[0]}&lastDay=${days[2]}&search=kingman&from=3&to=${to}`,
        )
        .set('Courtly-After', last)
        .expect(200);
      return body as string[];
    };
    expect(await nightDays(4)).toEqual([days[0], days[2]]);
    await addCourts(80);
    expect(await nightDays(5)).toEqual(days);
  });

  it('lists no past day and no day beyond the horizon of the courts', async () => {
    const court = await courtly.court(host, { location: 'Yuma', zone: 'America/Phoenix' });
    const { weeklyHours } = court;
    const policy = { leadMinutes: 0, horizonDays: 5, instantBook: true };
    await host.agent.put(`/api/courts/${court.id}/hours`).send({ weeklyHours, policy }).expect(200);
    const today = localDate('America/Phoenix', Date.now());
    const daysOf = async (firstDay: string, lastDay: string) =>
      (
        await courtly
          .visitor()
          .get(`/api/search/days?firstDay=${firstDay}&lastDay=${lastDay}&search=yuma`)
          .expect(200)
      ).body as string[];
    expect(await daysOf(addDays(today, -30), addDays(today, -1))).toEqual([]);
    const listedDays = await daysOf(addDays(today, -5), addDays(today, 30));
    expect(listedDays.at(-1)! <= addDays(today, 5)).toBe(true);
    expect(listedDays).toContain(addDays(today, 4));
  });
});
