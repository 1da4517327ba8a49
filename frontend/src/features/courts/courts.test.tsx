import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { CourtSearchResult } from '@courtly/contracts/search';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dateFromDay, dayFromDate, shortDayLabel } from '../../lib/days';
import { searchResultLike, slotLike } from '../../testing/court';
import { memberLike } from '../../testing/ranking';
import { renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { CourtsPage } from './courts-page';
import { readReturnPath } from '../../resources/session/return-path';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

const NINE = '2099-03-13T16:00:00.000Z';
const clay = searchResultLike({
  id: 'clay',
  name: 'Clay House',
  amenities: ['Floodlights', 'Ball Machine'],
  courtAccess: 'invite',
  slots: [
    slotLike(NINE),
    slotLike('2099-03-13T17:00:00.000Z'),
    slotLike('2099-03-14T16:00:00.000Z'),
  ],
});
const hard = searchResultLike({
  id: 'hard',
  name: 'Hard House',
  surfaceType: 'hard',
  location: 'Austin',
  hourlyRate: '120.50',
  shownPrice: { amount: '120.50', note: null },
});

/** Serves one court per page. Like the real server, it sends no total for a search by day. */
const twoCourts: Handlers['x'] = ({ query: searchParams }) => {
  const fits = ({ surfaceType, location, slots }: CourtSearchResult) =>
    (searchParams.get('surface') ?? surfaceType) === surfaceType &&
    location.includes(searchParams.get('search') ?? '') &&
    (!searchParams.has('date') || slots.length > 0);
  const fittingCourts = [clay, hard].filter(fits);
  const [first, ...nextCourts] = fittingCourts.slice(searchParams.has('cursor') ? 1 : 0);
  const more = nextCourts.length > 0 && { Link: '</api/search?cursor=next>; rel="next"' };
  const total = !searchParams.has('date') && { 'X-Total-Count': String(fittingCourts.length) };
  return [200, first ? [first] : [], { ...total, ...more }];
};

const show = (
  at: string,
  { search: searchParams = twoCourts, ...more }: { search?: Handlers['x'] } & Handlers = {},
) => {
  const apiCalls = mockApi({
    'GET /api/search': searchParams,
    'GET /api/search/days': () => [200, []],
    ...more,
  });
  return { client: renderAt(at, <CourtsPage />), calls: apiCalls };
};
/** Opens a part of the search pill. jsdom has no popovers. */
const openPart = async (part: string) => {
  const button = await screen.findByRole('button', { name: new RegExp(`^${part} `) });
  const panel = document.getElementById(button.getAttribute('popovertarget')!)!;
  fireEvent(panel, Object.assign(new Event('toggle'), { newState: 'open' }));
  return within(panel);
};
const typePlace = async (value: string) =>
  fireEvent.change((await openPart('Where')).getByLabelText('City'), { target: { value } });
const relaxation = async () =>
  (await screen.findByText(/^No court matches all filters/)).textContent;
const address = () => screen.getByTestId('address').textContent;
const court = (name: string) => screen.findByRole('link', { name });

describe('the list of courts with a challenge', () => {
  const challenging = (at: string) =>
    show(at, {
      'GET /api/auth/me': () => [200, robin],
      'GET /api/favourites': () => [200, []],
      ...nadia,
    });
  const nadia: Handlers = { 'GET /api/players/u2': () => [200, memberLike()] };

  it('names the challenged player and adds the challenge to every link', async () => {
    challenging('/courts?challenge=u2');
    expect((await screen.findByText(/^You're challenging/)).textContent).toBe(
      "You're challenging Nadia: choose an hour",
    );
    expect((await court('Clay House')).getAttribute('href')).toBe('/courts/clay?challenge=u2');
    const hours = screen.getAllByRole('link', { name: /at Clay House/ });
    expect(hours[0]!.getAttribute('href')).toMatch(
      /^\/courts\/clay\?date=2099-03-13&slot=.+&challenge=u2$/,
    );
  });

  it('keeps the challenge across searches until the user drops it', async () => {
    challenging('/courts?surface=hard&challenge=u2');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/courts?challenge=u2'));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel the challenge' }));
    await waitFor(() => expect(address()).toBe('/courts'));
    expect(screen.queryByText(/^You're challenging/)).toBeNull();
    expect((await court('Clay House')).getAttribute('href')).toBe('/courts/clay');
  });

  it('ignores a challenge to oneself or to an unknown player', async () => {
    challenging(`/courts?challenge=${robin.id}`);
    await court('Clay House');
    expect(screen.queryByText(/^You're challenging/)).toBeNull();
    cleanup();
    show('/courts?challenge=u2', {
      'GET /api/auth/me': () => [200, robin],
      'GET /api/favourites': () => [200, []],
      'GET /api/players/u2': () => [
        404,
        { code: 'not_found', message: 'There is no such player.' },
      ],
    });
    await court('Clay House');
    expect(screen.queryByText(/^You're challenging/)).toBeNull();
  });
});

describe('the list of courts', () => {
  it('keeps the day and the hour of the search in the links of the courts', async () => {
    show('/courts?date=2099-03-14');
    expect((await court('Clay House')).getAttribute('href')).toBe('/courts/clay?date=2099-03-14');
    cleanup();
    show('/courts?date=2099-03-13&from=9');
    expect((await court('Clay House')).getAttribute('href')).toBe(
      '/courts/clay?date=2099-03-13&slot=2099-03-13T16%3A00%3A00.000Z',
    );
    cleanup();
    show('/courts?date=tomorrow');
    expect((await court('Clay House')).getAttribute('href')).toBe('/courts/clay');
  });

  it('reads the search from the URL and writes changes back', async () => {
    show('/courts?surface=hard');
    await court('Hard House');
    expect(screen.queryByText('Clay House')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect((await court('Clay House')).getAttribute('href')).toBe('/courts/clay');
    await waitFor(() => expect(address()).toBe('/courts'));
    await typePlace('Aus');
    await court('Hard House');
    await waitFor(() => expect(address()).toBe('/courts?search=Aus'));
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Lowest price');
    await waitFor(() => expect(address()).toBe('/courts?search=Aus&sort=price'));
  });

  it('searches by day and hour, and clears an end time that precedes the new start time', async () => {
    const { calls: apiCalls } = show('/courts?date=2099-03-13&from=9&to=11');
    await court('Clay House');
    expect(screen.getByText('1 court available')).toBeTruthy();
    expect(new URL(apiCalls.at(-1)!.url, location.origin).search).toBe(
      '?date=2099-03-13&from=9&to=11',
    );
    const time = await openPart('Time');
    await userEvent.selectOptions(time.getByLabelText('From'), '11 AM');
    await waitFor(() => expect(address()).toBe('/courts?date=2099-03-13&from=11'));
    await userEvent.click(time.getByRole('radio', { name: 'Afternoon' }));
    await waitFor(() => expect(address()).toBe('/courts?date=2099-03-13&from=12&to=17'));
  });

  it('searches by sport and by the number of players', async () => {
    show('/courts');
    await userEvent.click((await openPart('Sport')).getByRole('radio', { name: 'Tennis' }));
    await userEvent.click((await openPart('Players')).getByRole('radio', { name: '3' }));
    await waitFor(() => expect(address()).toBe('/courts?sport=tennis&players=3'));
    expect(screen.getByRole('button', { name: 'Players 3 players' })).toBeTruthy();
  });

  it('searches for a day that is more than two weeks ahead', async () => {
    show('/courts');
    await court('Clay House');
    const panel = await openPart('When');
    for (let month = 0; month < 2; month++)
      await userEvent.click(await panel.findByRole('button', { name: 'Go to the Next Month' }));
    const tenth = await panel.findByRole('button', { name: /^\w+, \w+ 10, \d{4}/ });
    const chosenDay = dayFromDate(new Date(tenth.getAttribute('aria-label')!.split(', no')[0]!));
    await userEvent.click(tenth);
    await waitFor(() => expect(address()).toBe(`/courts?date=${chosenDay}`));
    expect(screen.getByRole('button', { name: `When ${shortDayLabel(chosenDay)}` })).toBeTruthy();
    await userEvent.click(await panel.findByRole('button', { name: 'Any day' }));
    await waitFor(() => expect(address()).toBe('/courts'));
  });

  it('crosses out the days without a free hour for the search', async () => {
    const days = jest.fn<Handlers['x']>(({ query }) => [200, [query.get('lastDay')]]);
    show('/courts?search=Austin&from=9&sort=price', { 'GET /api/search/days': days });
    const panel = await openPart('When');
    await userEvent.click(await panel.findByRole('button', { name: 'Go to the Next Month' }));
    await waitFor(() => expect(days).toHaveBeenCalledTimes(2));
    const { query } = days.mock.calls[1]![0];
    const dayLabel = (day: string | null) =>
      dateFromDay(day!).toLocaleDateString('en-US', { dateStyle: 'full' });
    expect(
      await panel.findByRole('button', {
        name: `${dayLabel(query.get('firstDay'))}, no available hours`,
      }),
    ).toBeTruthy();
    expect(panel.getByRole('button', { name: dayLabel(query.get('lastDay')) })).toBeTruthy();
    expect(panel.getByText('No available hours')).toBeTruthy();
    expect([...query.keys()]).toEqual(['search', 'from', 'firstDay', 'lastDay']);
  });

  it('marks the days of all courts while they are sorted by distance', async () => {
    const days = jest.fn<Handlers['x']>(() => [200, []]);
    show('/courts?search=Austin&sort=nearest', { 'GET /api/search/days': days });
    await openPart('When');
    await waitFor(() => expect(days).toHaveBeenCalled());
    expect([...days.mock.calls[0]![0].query.keys()]).toEqual(['firstDay', 'lastDay']);
  });

  it('marks the days of the courts that it shows if no court matches all filters', async () => {
    const days = jest.fn<Handlers['x']>(() => [200, []]);
    show('/courts?surface=grass&sport=tennis', { 'GET /api/search/days': days });
    expect(await relaxation()).toContain('Grass');
    await openPart('When');
    await waitFor(() => expect(days).toHaveBeenCalled());
    expect([...days.mock.calls[0]![0].query.keys()]).toEqual(['sport', 'firstDay', 'lastDay']);
  });

  it('opens the current month for a day that is too far ahead', async () => {
    const days = jest.fn<Handlers['x']>(() => [200, []]);
    show('/courts?date=2199-03-13', { 'GET /api/search/days': days });
    await openPart('When');
    await waitFor(() => expect(days).toHaveBeenCalled());
    const { query } = days.mock.calls[0]![0];
    expect(query.get('firstDay')! <= query.get('lastDay')!).toBe(true);
  });

  it('suggests cities and recent searches for the place', async () => {
    localStorage.setItem('courtly:recent-searches', '["search=Mesa&sport=tennis"]');
    show('/courts');
    const panel = await openPart('Where');
    const options = () => panel.getAllByRole('option').map(({ textContent }) => textContent);
    expect(options().slice(0, 2)).toEqual(['Mesa, Tennis', 'Paradise ValleyArizona']);
    expect(panel.getByText('Mesa', { selector: 'bdi' })).toBeTruthy();
    await userEvent.type(panel.getByLabelText('City'), 'aus');
    expect(options()).toEqual(['AustinTexas']);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await court('Hard House');
    await waitFor(() => expect(address()).toBe('/courts?search=Austin'));
    cleanup();
    show('/courts');
    const again = await openPart('Where');
    await userEvent.click(again.getByRole('option', { name: /^Mesa/ }));
    await waitFor(() => expect(address()).toBe('/courts?search=Mesa&sport=tennis'));
  });

  it('keeps the spaces of a place while it is typed, and searches without them', async () => {
    const search = jest.fn<Handlers['x']>(twoCourts);
    show('/courts', { search });
    const panel = await openPart('Where');
    const city = panel.getByLabelText('City') as HTMLInputElement;
    await userEvent.type(city, 'Palm Springs ');
    expect(city.value).toBe('Palm Springs ');
    await waitFor(() => expect(search.mock.lastCall![0].query.get('search')).toBe('Palm Springs'));
    await userEvent.clear(city);
    await userEvent.type(city, 'allen');
    expect(city.value).toBe('allen');
  });

  it('shows no filter for an invalid value in the URL', async () => {
    show('/courts?players=99&from=abc&sport=golf');
    for (const part of ['Where', 'When', 'Time', 'Sport', 'Players'])
      expect(await screen.findByRole('button', { name: new RegExp(`^${part} Any`) })).toBeTruthy();
  });

  it('links each available hour to its booking, in court time', async () => {
    show('/courts');
    const card = (await court('Clay House')).closest('article')!;
    const hours = within(card).getAllByRole('link', { name: /at Clay House$/ });
    expect(hours.map(({ textContent }) => textContent)).toEqual([
      '9:00 AM at Clay House',
      '10:00 AM at Clay House',
    ]);
    expect(hours[0]!.getAttribute('href')).toBe(
      '/courts/clay?date=2099-03-13&slot=2099-03-13T16%3A00%3A00.000Z',
    );
    expect(screen.getByText('Times are in MST.')).toBeTruthy();
    expect(within(card).getByText('By invitation')).toBeTruthy();
    expect(within(card).getByText('New')).toBeTruthy();
  });

  it('says once that the hours are in different time zones', async () => {
    const texan = slotLike(NINE, { zone: 'America/Chicago', offset: '-06:00' });
    show('/courts', { search: () => [200, [clay, { ...hard, slots: [texan] }]] });
    await court('Hard House');
    expect(screen.getByText('Times are in the time zone of each court.')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: '10:00 AM at Hard House' })).toHaveLength(1);
  });

  it('loads more courts on demand and restores them from the URL', async () => {
    show('/courts');
    await court('Clay House');
    expect(screen.getByText('2 courts')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Load more courts' }));
    await court('Hard House');
    expect(screen.getByRole('link', { name: 'Clay House' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Load more courts' })).toBeNull();
    await waitFor(() => expect(address()).toBe('/courts?pages=2'));
    cleanup();
    show('/courts?pages=2');
    await court('Hard House');
  });

  it('offers to sort by distance only while the search does, and names a place', async () => {
    show('/courts?search=Austin');
    await court('Hard House');
    expect(screen.queryByText('Nearest first')).toBeNull();
    cleanup();
    show('/courts?search=Austin&sort=nearest');
    await court('Hard House');
    expect(screen.getByLabelText<HTMLSelectElement>('Sort by').value).toBe('nearest');
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Newest first');
    await waitFor(() => expect(screen.queryByText('Nearest first')).toBeNull());
    cleanup();
    show('/courts?search=Austin&sort=nearest');
    await court('Hard House');
    await typePlace('');
    await waitFor(() => expect(address()).toBe('/courts'));
  });

  it('first drops the place, keeps the day, and shows the nearest courts', async () => {
    const { calls } = show('/courts?search=Austin&date=2099-03-13&from=9', {
      search: ({ query }) => [
        200,
        query.get('sort') === 'nearest' ? [{ ...clay, milesAway: 5 }] : [],
      ],
    });
    expect(await relaxation()).toBe(
      'No court matches all filters. Without “Austin”, nearest first: 1 court available.',
    );
    const place = screen.getByText('Austin', { selector: 'article bdi' });
    expect(place.parentElement!.textContent).toMatch(/, 5 miles from Austin$/);
    expect((await court('Clay House')).getAttribute('href')).toContain('?date=2099-03-13&slot=');
    expect(calls.map(({ url }) => url)).toEqual([
      '/api/search?search=Austin&date=2099-03-13&from=9',
      '/api/search?search=Austin&date=2099-03-13&from=9&sort=nearest',
    ]);
  });

  it('prefers to drop another filter if the other courts are far away', async () => {
    show('/courts?search=Austin&date=2099-03-13&surface=grass', {
      search: ({ query }) => {
        if (query.get('sort') === 'nearest') return [200, [{ ...clay, milesAway: 856 }]];
        return [200, query.has('surface') ? [] : [hard]];
      },
    });
    expect(await relaxation()).toBe(
      'No court matches all filters. Without “Grass Court”: 1 court available.',
    );
    cleanup();
    show('/courts?search=Austin&date=2099-03-13&surface=grass', {
      search: ({ query }) => [
        200,
        query.get('sort') === 'nearest' ? [{ ...clay, milesAway: 856 }] : [],
      ],
    });
    const place = await screen.findByText('Austin', { selector: 'article bdi' });
    expect(place.parentElement!.textContent).toMatch(/, 856 miles from Austin$/);
    expect(screen.getByRole('option', { name: 'Nearest first' })).toBeTruthy();
  });

  it('isolates a dropped place, which may be written from right to left', async () => {
    show('/courts?search=חיפה', {
      search: ({ query }) => [
        200,
        query.get('sort') === 'nearest' ? [{ ...clay, milesAway: 5 }] : [],
      ],
    });
    await relaxation();
    expect(screen.getByText('חיפה', { selector: 'p[role="status"] bdi' })).toBeTruthy();
  });

  it('drops one filter at a time and says which one', async () => {
    const { calls } = show('/courts?date=2099-03-13&maxRate=10&surface=clay&sport=pickleball', {
      search: ({ query }) => [200, query.has('surface') ? [] : [clay]],
    });
    expect(await relaxation()).toBe(
      'No court matches all filters. Without “Clay Court”: 1 court available.',
    );
    expect(calls.map(({ url }) => new URL(url, location.origin).search)).toEqual([
      '?date=2099-03-13&sport=pickleball&surface=clay&maxRate=10',
      '?date=2099-03-13&sport=pickleball&surface=clay',
      '?date=2099-03-13&sport=pickleball&maxRate=10',
    ]);
  });

  it('keeps the day when no single filter helps, and drops it last', async () => {
    show('/courts?date=2099-03-13&maxRate=10&surface=clay', {
      search: ({ query }) => [200, query.has('surface') || query.has('maxRate') ? [] : [clay]],
    });
    expect(await relaxation()).toBe(
      'No court matches all filters. Without “Clay Court, up to $10”: 1 court available.',
    );
    cleanup();
    show('/courts?date=2099-03-13&surface=clay', {
      search: ({ query }) => [200, query.has('date') ? [] : [clay]],
    });
    expect(await relaxation()).toBe(
      'No court matches all filters. Without “Fri, Mar 13”: 1 court.',
    );
  });

  it('searches once the place is typed, not on each keystroke', async () => {
    const { calls } = show('/courts');
    await court('Clay House');
    const place = (await openPart('Where')).getByLabelText('City');
    for (const value of ['Au', 'Austin']) fireEvent.change(place, { target: { value } });
    await court('Hard House');
    expect(calls.map(({ url }) => url)).toEqual(['/api/search', '/api/search?search=Austin']);
  });

  it('dims the previous courts until those of the new search have loaded', async () => {
    let respond: () => void = () => undefined;
    const pendingResponse = new Promise<void>((resolve) => (respond = resolve));
    show('/courts', {
      search: async ({ query }) => {
        if (!query.has('sort')) return [200, [clay]];
        await pendingResponse;
        return [200, [hard]];
      },
    });
    const isInert = (link: HTMLElement) => link.closest('[inert]') !== null;
    expect(isInert(await court('Clay House'))).toBe(false);
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Lowest price');
    await waitFor(async () => expect(isInert(await court('Clay House'))).toBe(true));
    respond();
    expect(isInert(await court('Hard House'))).toBe(false);
  });

  it('keeps the list when a refetch fails', async () => {
    let works = true;
    const { client: queryClient } = show('/courts', {
      search: () => (works ? [200, [clay]] : [500, {}]),
    });
    await court('Clay House');
    works = false;
    await act(() => queryClient.invalidateQueries());
    expect(screen.getByRole('link', { name: 'Clay House' })).toBeTruthy();
    expect(screen.queryByText('Failed to fetch courts')).toBeNull();
  });

  it('shows the loading, error, and empty states', async () => {
    let works = false;
    show('/courts', { search: () => (works ? [200, []] : [500, {}]) });
    expect(screen.getByText('Loading exclusive courts...')).toBeTruthy();
    expect(await screen.findByText('Failed to fetch courts')).toBeTruthy();
    works = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('No courts available')).toBeTruthy();
  });
});

describe('the filter sheet', () => {
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: /^Filters/ }));
    return within(await screen.findByRole('dialog', { name: 'Filters' }));
  };

  it('applies no change before Apply is pressed', async () => {
    show('/courts?search=Austin');
    const sheet = await open();
    await userEvent.click(sheet.getByRole('radio', { name: 'Clay Court' }));
    await userEvent.selectOptions(sheet.getByLabelText('Who can book'), 'Elite only');
    await userEvent.type(sheet.getByLabelText('Maximum $ per hour'), '300');
    expect(address()).toBe('/courts?search=Austin');
    await userEvent.click(sheet.getByRole('button', { name: 'Apply' }));
    await waitFor(() =>
      expect(address()).toBe('/courts?search=Austin&surface=clay&maxRate=300&access=elite'),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Filters (3)' })).toBeTruthy();
  });

  it('clears its filters and keeps the rest of the search', async () => {
    show('/courts?surface=clay&date=2099-03-13&sort=price');
    const sheet = await open();
    await userEvent.click(sheet.getByRole('button', { name: 'Clear' }));
    expect(sheet.getByRole<HTMLInputElement>('radio', { name: 'Any surface' }).checked).toBe(true);
    await userEvent.click(sheet.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(address()).toBe('/courts?date=2099-03-13&sort=price'));
  });
});

describe('the search on the phone', () => {
  const open = async (summary: string | RegExp) => {
    await userEvent.click(await screen.findByRole('button', { name: summary }));
    return within(await screen.findByRole('dialog', { name: 'Find an hour' }));
  };
  const stepHeading = (name: string) =>
    waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { level: 3, name })),
    );

  it('asks for one part at a time and applies all of them at the end', async () => {
    show('/courts?search=Mesa');
    const sheet = await open(/^Search: Mesa Any day/);
    await userEvent.clear(sheet.getByLabelText('City'));
    await userEvent.click(sheet.getByRole('option', { name: /^Austin/ }));
    await stepHeading('Step 2 of 5: When');
    await userEvent.click(await sheet.findByRole('button', { name: 'Any day' }));
    await stepHeading('Step 3 of 5: Time');
    await userEvent.click(sheet.getByRole('radio', { name: 'Evening' }));
    await userEvent.click(sheet.getByRole('button', { name: 'Next' }));
    await userEvent.click(sheet.getByRole('radio', { name: 'Pickleball' }));
    await userEvent.click(sheet.getByRole('button', { name: 'Players' }));
    await stepHeading('Step 5 of 5: Players');
    expect(screen.getByRole('button', { name: 'Players' }).getAttribute('aria-current')).toBe(
      'step',
    );
    await userEvent.click(sheet.getByRole('radio', { name: '4' }));
    expect(sheet.queryByRole('button', { name: 'Next' })).toBeNull();
    expect(address()).toBe('/courts?search=Mesa');
    await userEvent.click(sheet.getByRole('button', { name: 'Show Courts' }));
    await waitFor(() =>
      expect(address()).toBe('/courts?search=Austin&from=17&sport=pickleball&players=4'),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks before it closes with the entries of an earlier step', async () => {
    show('/courts');
    const sheet = await open(/^Search: /);
    await userEvent.type(sheet.getByLabelText('City'), 'Austin');
    await userEvent.click(sheet.getByRole('button', { name: 'Next' }));
    await stepHeading('Step 2 of 5: When');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Discard Changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/courts');
  });

  it('clears the search and keeps the sort order', async () => {
    show('/courts?date=2099-03-13&sort=price');
    const sheet = await open('Search: Any place Fri, Mar 13');
    await userEvent.click(sheet.getByRole('button', { name: 'Clear' }));
    await userEvent.click(sheet.getByRole('button', { name: 'Show Courts' }));
    await waitFor(() => expect(address()).toBe('/courts?sort=price'));
  });

  it('offers the last three searches until they are cleared', async () => {
    show('/courts');
    for (const value of ['Austin', 'Mesa', 'Tempe', 'Scottsdale']) {
      const sheet = await open(/^Search: /);
      fireEvent.change(sheet.getByLabelText('City'), { target: { value } });
      await userEvent.click(sheet.getByRole('button', { name: 'Show Courts' }));
      await waitFor(() => expect(address()).toContain(value));
    }
    const sheet = await open(/^Search: Scottsdale/);
    await userEvent.clear(sheet.getByLabelText('City'));
    const recent = within(sheet.getByRole('group', { name: 'Recent searches' }));
    expect(recent.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Scottsdale',
      'Tempe',
      'Mesa',
    ]);
    await userEvent.click(recent.getByRole('option', { name: 'Mesa' }));
    await waitFor(() => expect(address()).toBe('/courts?search=Mesa'));
    const again = await open(/^Search: Mesa/);
    await userEvent.click(again.getByRole('button', { name: 'Clear recent searches' }));
    expect(again.queryByText('Recent searches')).toBeNull();
    expect(document.activeElement).toBe(again.getByLabelText('City'));
    expect(localStorage.getItem('courtly:recent-searches')).toBeNull();
  });

  it('applies a search when the storage of the browser is full', async () => {
    const setItem = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    show('/courts');
    const sheet = await open(/^Search: /);
    fireEvent.change(sheet.getByLabelText('City'), { target: { value: 'Austin' } });
    await userEvent.click(sheet.getByRole('button', { name: 'Show Courts' }));
    await waitFor(() => expect(address()).toBe('/courts?search=Austin'));
    setItem.mockRestore();
  });

  it('remembers a search once a court is opened and drops searches for past days', async () => {
    localStorage.setItem('courtly:recent-searches', '["date=2020-01-01&search=Mesa", 7]');
    show('/courts?search=Austin');
    await userEvent.click(await court('Hard House'));
    cleanup();
    show('/courts');
    const recent = within(
      (await openPart('Where')).getByRole('group', { name: 'Recent searches' }),
    );
    expect(recent.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Austin']);
  });
});

describe('the list of courts with favorites', () => {
  const heart = () => screen.findByRole('button', { name: 'Favorite: Clay House' });
  const pressed = async () => (await heart()).getAttribute('aria-pressed');

  it('saves a favorite optimistically and rolls it back on failure', async () => {
    let respond: () => void = () => undefined;
    const pendingResponse = new Promise<void>((resolve) => (respond = resolve));
    show('/courts', {
      'GET /api/auth/me': () => [200, robin],
      'GET /api/favourites': () => [200, []],
      'PUT /api/favourites/clay': async () => {
        await pendingResponse;
        return [409, { code: 'fair_use', message: 'You keep 100 courts already.' }];
      },
    });
    await court('Clay House');
    await waitFor(async () => expect(await pressed()).toBe('false'));
    await userEvent.click(await heart());
    await waitFor(async () => expect(await pressed()).toBe('true'));
    respond();
    expect(await screen.findByText('You keep 100 courts already.')).toBeTruthy();
    expect(await pressed()).toBe('false');
  });

  it('shows and removes a saved favorite', async () => {
    const { calls: apiCalls } = show('/courts', {
      'GET /api/auth/me': () => [200, robin],
      'GET /api/favourites': () => [200, ['clay']],
      'DELETE /api/favourites/clay': () => [200, []],
    });
    await waitFor(async () => expect(await pressed()).toBe('true'));
    await userEvent.click(await heart());
    await waitFor(async () => expect(await pressed()).toBe('false'));
    await waitFor(() =>
      expect(apiCalls.map(({ name }) => name)).toContain('DELETE /api/favourites/clay'),
    );
  });

  it('sends a visitor to sign in and remembers the search', async () => {
    show('/courts?surface=clay');
    await userEvent.click(await heart());
    await waitFor(() => expect(address()).toBe('/login'));
    expect(await screen.findByText('Favorites are saved to your account.')).toBeTruthy();
    expect(readReturnPath()).toBe('/courts?surface=clay');
  });

  it('filters by favorites and explains how to add one when there are none', async () => {
    const { calls: apiCalls } = show('/courts?favourites=1', {
      'GET /api/auth/me': () => [200, robin],
      'GET /api/favourites': () => [200, []],
      search: () => [200, []],
    });
    expect(await screen.findByText('None of your favorites match')).toBeTruthy();
    expect(apiCalls.filter(({ name }) => name === 'GET /api/search').map(({ url }) => url)).toEqual(
      ['/api/search?favourites=1'],
    );
  });
});
