import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { instantLabel, toDateTimeLocal, valueLabel } from '../../resources/audit/audit-labels';
import { auditedLike, entryLike, eventLike } from '../../testing/audit';
import { renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { AuditPage } from './audit-page';
import { flattenState } from './leaves';

afterEach(cleanup);

const disputed = "Olga Smash disputed Pavel Drop's result";

const renderAudit = (handlers: Handlers, address = '/admin/audit') => {
  const apiCalls = mockApi({
    'GET /api/auth/me': () => [200, { ...robin, role: 'admin' }],
    'GET /api/admin/audit': () => [200, [eventLike()]],
    'GET /api/admin/audit/types': () => [200, ['BookingApproved', 'MatchDisputed']],
    ...handlers,
  });
  renderAt(address, <AuditPage />);
  return apiCalls;
};
const requestedQueries = (apiCalls: ReturnType<typeof mockApi>, name: string) =>
  apiCalls
    .filter((call) => call.name === name)
    .map(({ url }) => Object.fromEntries(new URLSearchParams(url.split('?')[1])));
const clickButton = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const currentUrl = () => screen.getByTestId('address').textContent;

describe('the audit event list', () => {
  it('shows what happened, who did it, and when', async () => {
    renderAudit({});
    const eventItem = (await screen.findByRole('button', { name: disputed })).closest('li')!;
    expect(eventItem.querySelector('time')!.dateTime).toBe('2027-03-13T18:00:05.678Z');
  });

  it('groups consecutive events of one record, with a link to its timeline', async () => {
    renderAudit({
      'GET /api/admin/audit': () => [
        200,
        [
          eventLike({ id: 'e4', sentence: 'Avery voided the result' }),
          eventLike(),
          eventLike({ id: 'e2', thing: null, stream: 'cityWish-1', sentence: 'A visitor asked' }),
        ],
      ],
    });
    const timelineLinks = await screen.findAllByRole('link', { name: /timeline/ });
    expect(timelineLinks.map((link) => link.getAttribute('href'))).toEqual([
      '/admin/audit?tab=timeline&kind=booking&id=b1',
    ]);
    const group = timelineLinks[0]!.closest('li')!;
    expect(within(group).getAllByRole('button')).toHaveLength(2);
  });

  it("lists the reader's own reads on request", async () => {
    const apiCalls = renderAudit({});
    await userEvent.click(await screen.findByLabelText('Show when I viewed personal data'));
    await waitFor(() =>
      expect(requestedQueries(apiCalls, 'GET /api/admin/audit').at(-1)).toEqual({
        ownReads: 'true',
        limit: '40',
      }),
    );
  });

  it('searches by the filters in the URL', async () => {
    const apiCalls = renderAudit(
      {},
      '/admin/audit?person=olga@example.test&type=MatchDisputed&nonsense=1',
    );
    await screen.findByRole('button', { name: disputed });
    expect(requestedQueries(apiCalls, 'GET /api/admin/audit')).toEqual([
      { person: 'olga@example.test', type: 'MatchDisputed', limit: '40' },
    ]);
    expect(screen.getByLabelText<HTMLInputElement>('About').value).toBe('olga@example.test');
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLSelectElement>('Event').value).toBe('MatchDisputed'),
    );
  });

  it('puts the filters into the URL, with times as UTC instants', async () => {
    const apiCalls = renderAudit({});
    await userEvent.type(await screen.findByLabelText('Booking'), ' b1 ');
    const fromField = screen.getByLabelText<HTMLInputElement>('From');
    fireEvent.change(fromField, { target: { value: '2027-03-13T11:00:05' } });
    await clickButton('Search');
    const fromInstant = new Date('2027-03-13T11:00:05').toISOString();
    await waitFor(() =>
      expect(currentUrl()).toBe(`/admin/audit?booking=b1&from=${encodeURIComponent(fromInstant)}`),
    );
    await waitFor(() =>
      expect(requestedQueries(apiCalls, 'GET /api/admin/audit').at(-1)).toEqual({
        booking: 'b1',
        from: fromInstant,
        limit: '40',
      }),
    );
    await clickButton('Clear');
    await waitFor(() => expect(currentUrl()).toBe('/admin/audit'));
  });

  it('offers downloads with the same filters', async () => {
    renderAudit({}, '/admin/audit?booking=b1');
    const downloadLinks = await screen.findAllByRole('link', { name: /^Download/ });
    expect(downloadLinks.map((ratingsLink) => ratingsLink.getAttribute('href'))).toEqual([
      '/api/admin/audit/export?booking=b1&format=csv',
      '/api/admin/audit/export?booking=b1&format=jsonl',
    ]);
  });

  it('loads more events, and says so if there are none or they fail to load', async () => {
    const nextPageHeaders = { Link: '</api/admin/audit?cursor=c1>; rel="next"' };
    const pagedHandlers: Handlers = {
      'GET /api/admin/audit': ({ query }) =>
        query.get('cursor')
          ? [
              200,
              [
                eventLike({
                  id: 'e2',
                  type: 'MatchLogged',
                  sentence: 'Pavel Drop logged a result',
                }),
              ],
            ]
          : [200, [eventLike()], nextPageHeaders],
    };
    renderAudit(pagedHandlers);
    await clickButton('Load more events');
    expect(await screen.findByRole('button', { name: 'Pavel Drop logged a result' })).toBeTruthy();
    cleanup();
    renderAudit({ 'GET /api/admin/audit': () => [200, []] });
    expect(await screen.findByText('Nothing found')).toBeTruthy();
    cleanup();
    renderAudit({
      'GET /api/admin/audit': () => [400, { code: 'invalid_request', message: 'No.' }],
    });
    expect(await screen.findByText('Unable to load events')).toBeTruthy();
  });
});

describe('an audit event', () => {
  const eventHandlers = { 'GET /api/admin/audit/events/e3': () => [200, auditedLike()] as const };

  it('shows the reason, the people, and each field before and after', async () => {
    renderAudit(eventHandlers);
    await clickButton(disputed);
    const eventDialog = await screen.findByRole('dialog', { name: disputed });
    for (const text of ['It was 4-6.', 'Pavel Drop, Olga Smash', 'r3'])
      expect(within(eventDialog).getByText(text)).toBeTruthy();
    const changeRows = within(
      within(eventDialog).getByRole('table', { name: 'What changed' }),
    ).getAllByRole('row');
    expect(
      changeRows.map((rowElement) =>
        [...rowElement.children].map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['Field', 'Before', 'After'],
      ['Answer', 'none', 'disputed'],
      ['Reason by', 'not set', 'olga'],
    ]);
    const rawEventLink = within(eventDialog).getByRole('link', { name: 'View event as JSON' });
    expect(rawEventLink.getAttribute('href')).toBe('/api/admin/audit/events/e3');
    expect(within(eventDialog).getByRole('link', { name: 'b1' }).getAttribute('href')).toBe(
      '/admin/audit?tab=timeline&kind=booking&id=b1',
    );
    await waitFor(() => expect(currentUrl()).toBe('/admin/audit?event=e3'));
    await clickButton('Close');
    await waitFor(() => expect(currentUrl()).toBe('/admin/audit'));
  });

  it('shows why it cannot be opened', async () => {
    const message =
      "You've reached today's limit for viewing personal data. Please try again tomorrow.";
    renderAudit(
      { 'GET /api/admin/audit/events/e3': () => [429, { code: 'too_many_requests', message }] },
      '/admin/audit?event=e3',
    );
    expect(await screen.findByText(message)).toBeTruthy();
  });
});

describe('a timeline', () => {
  it('lists events from the beginning and links to past states', async () => {
    const loggedEntry = entryLike({
      id: 'e1',
      sentence: 'Pavel Drop logged a result',
      reason: null,
    });
    const apiCalls = renderAudit(
      { 'GET /api/admin/audit/timeline': () => [200, [loggedEntry, entryLike()]] },
      '/admin/audit?tab=timeline&kind=match&id=b1_pavel',
    );
    const timelineItems = within(
      await screen.findByRole('list', { name: 'Timeline' }),
    ).getAllByRole('listitem');
    expect(timelineItems.map((moment) => within(moment).getByRole('heading').textContent)).toEqual([
      'Pavel Drop logged a result',
      disputed,
    ]);
    expect(timelineItems[1]!.textContent).toContain('“It was 4-6.”');
    expect(requestedQueries(apiCalls, 'GET /api/admin/audit/timeline')).toEqual([
      { kind: 'match', id: 'b1_pavel', limit: '20' },
    ]);
    expect(within(timelineItems[1]!).getByRole('link').getAttribute('href')).toBe(
      '/admin/audit?tab=as-of&kind=match&id=b1_pavel&at=2027-03-13T18%3A00%3A05.678Z',
    );
  });

  it('links an account to its ratings at the time', async () => {
    const registered = entryLike({
      id: 'e1',
      type: 'UserRegistered',
      at: '2027-03-01T08:00:00.123Z',
    });
    renderAudit(
      { 'GET /api/admin/audit/timeline': () => [200, [registered]] },
      '/admin/audit?tab=timeline&kind=user&id=u2',
    );
    const ratingsLink = await screen.findByRole('link', { name: /^Ratings at the time/ });
    expect(ratingsLink.getAttribute('href')).toBe(
      '/admin/replay?player=u2&at=2027-03-01T08%3A00%3A00.123Z',
    );
  });

  it('sends no request until an ID is entered', async () => {
    const apiCalls = renderAudit({}, '/admin/audit?tab=timeline');
    expect(await screen.findByLabelText('ID')).toBeTruthy();
    expect(requestedQueries(apiCalls, 'GET /api/admin/audit/timeline')).toEqual([]);
  });
});

describe('the past state tab', () => {
  const asOfInstant = '2027-03-13T18:00:05.678Z';
  const matchState = {
    answer: 'disputed',
    players: [{ side: 'opponent', playerId: 'olga' }],
    notes: '',
  };
  const matchAsOf = {
    kind: 'match',
    id: 'b1_pavel',
    at: asOfInstant,
    events: 3,
    last: { type: 'MatchDisputed', at: asOfInstant },
    state: matchState,
    names: {},
    place: null,
  };

  it('shows a record in its past state', async () => {
    const apiCalls = renderAudit(
      { 'GET /api/admin/audit/as-of': () => [200, matchAsOf] },
      `/admin/audit?tab=as-of&kind=match&id=b1_pavel&at=${asOfInstant}`,
    );
    const stateRegion = await screen.findByRole('region', { name: /^State as of/ });
    expect(stateRegion.textContent).toContain('After 3 events. Last event: Match disputed');
    expect([...stateRegion.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual([
      ...['Answer', 'Players, 1, Side', 'Players, 1, Player id'],
    ]);
    expect(requestedQueries(apiCalls, 'GET /api/admin/audit/as-of')).toEqual([
      { kind: 'match', id: 'b1_pavel', at: asOfInstant },
    ]);
    await userEvent.selectOptions(screen.getByLabelText('Record type'), 'booking');
    await clickButton('Show');
    await waitFor(() =>
      expect(requestedQueries(apiCalls, 'GET /api/admin/audit/as-of').at(-1)).toMatchObject({
        kind: 'booking',
        at: asOfInstant,
      }),
    );
  });

  it('shows names, dollars, and times at the court', async () => {
    const bookingAsOf = {
      ...matchAsOf,
      kind: 'booking',
      id: 'b1',
      state: {
        playerId: 'p1',
        startTime: '2027-03-13T18:00:00.000Z',
        totalCents: 33_000,
        paymentStatus: 'refund_failed',
        terms: { lateRefundShare: 5_000, freeCancelMinutes: 1_440 },
      },
      names: { p1: 'Nora Net' },
      place: {
        zone: 'America/Phoenix',
        zoneOffsets: [
          { from: '2027-01-01T00:00:00.000Z', until: '2028-01-01T00:00:00.000Z', offset: '-07:00' },
        ],
      },
    };
    renderAudit(
      { 'GET /api/admin/audit/as-of': () => [200, bookingAsOf] },
      `/admin/audit?tab=as-of&kind=booking&id=b1&at=${asOfInstant}`,
    );
    const region = await screen.findByRole('region', { name: /^State as of/ });
    const textsOf = (tag: string) =>
      [...region.querySelectorAll(tag)].map(({ textContent }) => textContent);
    expect(
      Object.fromEntries(textsOf('dt').map((label, row) => [label, textsOf('dd')[row]])),
    ).toEqual({
      Player: 'Nora Net',
      'Start time': 'Mar 13, 2027, 11:00 AM MST',
      Total: '$330.00',
      'Payment status': 'refund failed',
      'Terms, Late refund share': '50%',
      'Terms, Free cancel': '24 h',
    });
  });

  it('finds an account, a court, or a booking by name', async () => {
    const account = {
      id: 'u2',
      username: 'nora',
      email: 'nora@example.test',
      firstName: 'Nora',
      lastName: 'Net',
      roles: ['player'],
      createdAt: '2027-01-01T00:00:00.000Z',
      suspension: null,
    };
    const apiCalls = renderAudit(
      {
        'GET /api/admin/users': () => [200, [account]],
        'GET /api/admin/courts': () => [200, []],
        'GET /api/admin/bookings': () => [200, []],
        'GET /api/admin/audit/as-of': () => [200, { ...matchAsOf, kind: 'user', id: 'u2' }],
      },
      `/admin/audit?tab=as-of&at=${asOfInstant}`,
    );
    await userEvent.type(await screen.findByLabelText('Find'), 'nora');
    await clickButton('Find');
    const found = await screen.findByRole('list', { name: 'Found records' });
    expect(within(found).getByRole('link', { name: 'Nora Net' }).getAttribute('href')).toBe(
      `/admin/audit?tab=as-of&kind=user&id=u2&at=${encodeURIComponent(asOfInstant)}`,
    );
    expect(requestedQueries(apiCalls, 'GET /api/admin/bookings')).toEqual([
      expect.objectContaining({ person: 'nora' }),
      expect.objectContaining({ booking: 'nora' }),
    ]);
    // The past state appears below, so the list closes.
    await userEvent.click(within(found).getByRole('link', { name: 'Nora Net' }));
    expect(screen.queryByRole('list', { name: 'Found records' })).toBeNull();
  });

  it('links an account to its ratings at the same time', async () => {
    const accountAsOf = { ...matchAsOf, kind: 'user', id: 'u2' };
    renderAudit(
      { 'GET /api/admin/audit/as-of': () => [200, accountAsOf] },
      `/admin/audit?tab=as-of&kind=user&id=u2&at=${asOfInstant}`,
    );
    const replayHint = await screen.findByText(/^For past rankings and player ratings/);
    expect(within(replayHint).getByRole('link').getAttribute('href')).toBe(
      `/admin/replay?player=u2&at=${encodeURIComponent(asOfInstant)}`,
    );
  });

  it('says so when a record did not exist yet or never existed', async () => {
    const pastStateUrl = `/admin/audit?tab=as-of&kind=match&id=b1_pavel&at=${asOfInstant}`;
    renderAudit(
      {
        'GET /api/admin/audit/as-of': () => [
          200,
          { ...matchAsOf, events: 0, last: null, state: null },
        ],
      },
      pastStateUrl,
    );
    expect(await screen.findByText("It didn't exist yet")).toBeTruthy();
    cleanup();
    const notFoundBody = {
      code: 'not_found',
      message: "We couldn't find anything with that kind and ID.",
    };
    renderAudit({ 'GET /api/admin/audit/as-of': () => [404, notFoundBody] }, pastStateUrl);
    expect(
      await screen.findByText("We couldn't find anything with that kind and ID."),
    ).toBeTruthy();
  });

  it.each([
    ['match', 500, 'as-of', 'Unable to load the past state'],
    ['match', 429, 'as-of', 'Unable to load the past state'],
    ['calendar', 500, 'calendar', 'Unable to load the calendar'],
    ['calendar', 429, 'calendar', 'Unable to load the calendar'],
  ])(
    'does not say that a %s was not found when the server responds with %i',
    async (kind, status, read, message) => {
      const responseBody = { code: status === 429 ? 'too_many_requests' : 'internal', message: '' };
      renderAudit(
        { [`GET /api/admin/audit/${read}`]: () => [status, responseBody] },
        `/admin/audit?tab=as-of&kind=${kind}&id=c1&date=2027-03-13&at=${asOfInstant}`,
      );
      expect(await screen.findByText(message)).toBeTruthy();
      expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
      expect(screen.queryByText('Nothing found')).toBeNull();
    },
  );

  it('shows a court calendar in its past state', async () => {
    const zone = 'America/Los_Angeles';
    const hourSpan = (start: string, end: string) => ({
      start: `2027-03-13T${start}Z`,
      end: `2027-03-13T${end}Z`,
    });
    const hours = [
      { ...hourSpan('17:00:00.000', '18:00:00.000'), state: 'free', bookingId: null, status: null },
      {
        ...hourSpan('18:00:00.000', '19:00:00.000'),
        state: 'held',
        bookingId: 'b1',
        status: 'pending',
      },
    ];
    const calendarAsOf = {
      courtId: 'roxbury',
      date: '2027-03-13',
      zone,
      zoneOffsets: [],
      at: asOfInstant,
      isActive: false,
      isHidden: false,
      hours,
    };
    const apiCalls = renderAudit(
      { 'GET /api/admin/audit/calendar': () => [200, calendarAsOf] },
      '/admin/audit?tab=as-of',
    );
    await userEvent.selectOptions(await screen.findByLabelText('Record type'), 'calendar');
    await userEvent.type(screen.getByLabelText('Court'), 'roxbury');
    await userEvent.type(screen.getByLabelText('Court date'), '2027-03-13');
    fireEvent.change(screen.getByLabelText('As of'), {
      target: { value: toDateTimeLocal(asOfInstant) },
    });
    await clickButton('Show');
    const hourItems = within(await screen.findByRole('list', { name: 'Hours' })).getAllByRole(
      'listitem',
    );
    expect(hourItems.map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))).toEqual([
      '9:00 – 10:00 AMFree',
      '10:00 – 11:00 AMHeldPending, b1',
    ]);
    expect(screen.getByText(/The court wasn't visible to players then/)).toBeTruthy();
    expect(requestedQueries(apiCalls, 'GET /api/admin/audit/calendar')).toEqual([
      { courtId: 'roxbury', date: '2027-03-13', at: '2027-03-13T18:00:05.999Z' },
    ]);
  });
});

it.each([
  ['rateCents', '28000', '$280.00'],
  ['terms.lateRefundShare', '5000', '50%'],
  ['startTime', '2027-03-13T18:00:05.678Z', instantLabel('2027-03-13T18:00:05.678Z')],
  ['isActive', 'true', 'yes'],
  ['paymentStatus', 'refund_failed', 'refund failed'],
  ['players.0.playerId', 'a_b', 'a_b'],
])('the audit shows %s %s as %s', (field, value, text) =>
  expect(valueLabel(field, value)).toBe(text),
);

it('the past state lists non-empty fields by path', () =>
  expect(
    flattenState({ a: 1, b: { c: false, d: null, e: '' }, f: ['x', 'y'], g: [{ h: 'z' }], i: {} }),
  ).toEqual([
    ...[
      ['a', '1'],
      ['b.c', 'false'],
      ['f', 'x, y'],
      ['g.0.h', 'z'],
    ],
  ]));
