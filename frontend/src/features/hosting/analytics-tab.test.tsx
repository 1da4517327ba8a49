import { afterEach, describe, expect, it } from '@jest/globals';
import type { Analytics } from '@courtly/contracts/hosting';
import type { WhatIf } from '@courtly/contracts/what-if';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { courtLike } from '../../testing/court';
import { analyticsLike, monthLike } from '../../testing/earnings';
import { renderAt } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { AnalyticsFigures } from './analytics-figures';
import { AnalyticsTab } from './analytics-tab';
import { outcomeLabel } from './what-if';

afterEach(cleanup);

const played: Analytics = {
  ...analyticsLike([monthLike({ bookings: 4, completed: 4, earned: '1188.00' })], {
    bookings: 4,
    earned: '1188.00',
  }),
  answers: { accepted: 10, declined: 2, expired: 1, atOnce: 5, usualMinutes: 65 },
  cancellations: { byPlayers: 3, byHost: 2, excused: 1, byOthers: 0 },
};
const busy: Analytics = {
  ...played,
  use: {
    ...played.use,
    total: { offered: 98, played: 12 },
    prime: { offered: 40, played: 10 },
    weekdays: played.use.weekdays.map(({ weekday }) => ({
      weekday,
      offered: 14,
      played: weekday === 'saturday' ? 11 : weekday === 'tuesday' ? 0 : 1,
    })),
  },
  previous: {
    ...played.previous,
    total: { ...played.previous.total, bookings: 5, earned: '990.00' },
    prime: { offered: 50, played: 10 },
  },
  hours: played.hours.map(({ weekday, booked }) => ({
    weekday,
    booked: booked.map((_, hour) =>
      weekday === 'saturday' && hour === 9 ? 3 : weekday === 'monday' && hour === 7 ? 1 : 0,
    ),
  })),
};
const asItWas: WhatIf = {
  was: { bookings: 4, earned: '1188.00' },
  wouldBe: { bookings: 4, earned: '1188.00' },
  closed: 0,
  buffer: 0,
  misfits: [],
};
const [clay, grass] = [courtLike(), courtLike({ id: 'c2', name: 'Roxbury Grass' })];

const show = (
  courts: readonly ReturnType<typeof courtLike>[],
  search = '',
  handlers: Handlers = {},
) => {
  const apiCalls = mockApi({
    'GET /api/host/courts': () => [200, courts],
    'GET /api/host/analytics': () => [200, busy],
    'GET /api/host/courts/c1/analytics': () => [200, busy],
    'GET /api/host/courts/c2/analytics': () => [200, busy],
    'GET /api/host/courts/c1/what-if': () => [200, asItWas],
    ...handlers,
  });
  renderAt(`/owner/dashboard?tab=analytics${search}`, <AnalyticsTab />);
  return apiCalls;
};

describe('host analytics', () => {
  it('shows occupancy, responses, and cancellations as cards and as a table', async () => {
    show([clay]);
    const glance = (await screen.findByText(/^10 of 40 hours offered on weekdays/)).closest('dl')!;
    expect(
      [...glance.querySelectorAll('dd:first-of-type')].map(({ textContent }) => textContent),
    ).toEqual(['25.0%', '92.3%', '1 h 5 min', '2']);
    expect(within(glance).getByText('12 of 13 requests')).toBeTruthy();
    const ends = screen.getByRole('table', { name: 'Requests and cancellations' });
    expect(within(ends).getByRole('row', { name: 'No response in time 1' })).toBeTruthy();
    expect(
      within(ends).getByRole('row', { name: 'Of these, for weather or safety 1' }),
    ).toBeTruthy();
    expect(
      screen.getByRole('link', { name: 'Download all courts (CSV)' }).getAttribute('href'),
    ).toBe('/api/host/analytics.csv?months=6');
  });

  it('compares the complete months with the months before, and summarizes the change', async () => {
    const month = { ...monthLike({ month: '2027-02', earned: '1188.00' }), use: busy.use.total };
    const current = { ...month, month: '2027-03', earned: '10.00' };
    show([clay], '', {
      'GET /api/host/analytics': () => [200, { ...busy, months: [month, current] }],
    });
    expect(
      await screen.findByText(
        'You earned $1,188.00. Last month, you earned 20% more than in the month before. Saturday is your busiest day, and Tuesday has the most room.',
      ),
    ).toBeTruthy();
    expect(screen.getByText(/; 20\.0% in the period before$/)).toBeTruthy();
  });

  it('shows the other figures while an API of the previous release responds', async () => {
    const { prime: _prime, ...use } = busy.use;
    const { previous: _previous, ...analytics } = busy;
    renderAt('/', <AnalyticsFigures analytics={{ ...analytics, use } as Analytics} />);
    expect(await screen.findByText('Responded in time')).toBeTruthy();
    expect(screen.queryByText('Prime hours played')).toBeNull();
  });

  it('limits the heat map to the hours from the first booking to the last', async () => {
    show([clay]);
    const table = await screen.findByRole('table', { name: 'Hours of the week' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map((rowElement) => within(rowElement).getByRole('rowheader').textContent)).toEqual(
      ['7 AM', '8 AM', '9 AM'],
    );
    const counts = rows.map((rowElement) =>
      within(rowElement)
        .getAllByRole('cell')
        .map(({ textContent }) => Number(textContent)),
    );
    expect(counts).toEqual([
      [1, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 3, 0],
    ]);
    expect(within(table).getByRole('columnheader', { name: 'Saturday' })).toBeTruthy();
  });

  it('shows requests even if none became a booking', async () => {
    const declined = analyticsLike([monthLike({ cancelled: 3 })], { cancelled: 3 });
    show([clay], '', { 'GET /api/host/analytics': () => [200, declined] });
    expect(await screen.findByText('No bookings were confirmed in these months.')).toBeTruthy();
    expect(screen.getByRole('table', { name: 'Requests and cancellations' })).toBeTruthy();
    expect(screen.queryByRole('table', { name: 'Hours of the week' })).toBeNull();
  });

  it('filters by the selected court and keeps it in the URL', async () => {
    const apiCalls = show([clay, grass]);
    expect(await screen.findByText('Choose a court above to explore its past.')).toBeTruthy();
    await userEvent.selectOptions(await screen.findByLabelText('Court'), 'Roxbury Grass');
    await waitFor(() =>
      expect(apiCalls.some(({ url }) => url === '/api/host/courts/c2/analytics?months=6')).toBe(
        true,
      ),
    );
    await waitFor(() =>
      expect(screen.getByTestId('address').textContent).toMatch(/\?tab=analytics&court=c2$/),
    );
    expect(screen.getByRole('form', { name: 'What if' })).toBeTruthy();
  });

  it('offers a retry when the analytics fail to load', async () => {
    let works = false;
    show([clay], '', { 'GET /api/host/analytics': () => (works ? [200, busy] : [500, {}]) });
    expect(await screen.findByText('Unable to load analytics')).toBeTruthy();
    works = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText(/^10 of 40 hours offered/)).toBeTruthy();
  });
});

describe('the what-if replay', () => {
  const askedFor = (apiCalls: ReturnType<typeof show>) =>
    apiCalls
      .filter(({ name }) => name.endsWith('/what-if'))
      .map(({ url }) => Object.fromEntries(new URLSearchParams(url.split('?')[1])));

  it('states its assumption of constant demand and sends no request at first', async () => {
    const apiCalls = show([clay]);
    expect(
      await screen.findByText(/The replay assumes constant demand: the same players/),
    ).toBeTruthy();
    expect(askedFor(apiCalls)).toEqual([]);
  });

  it('replays the past with a different rate, hours, and break', async () => {
    const apiCalls = show([clay], '&months=24', {
      'GET /api/host/courts/c1/what-if': () => [
        200,
        {
          ...asItWas,
          wouldBe: { bookings: 3, earned: '1188.50' },
          closed: 70,
          buffer: 1,
          misfits: [
            {
              bookingId: 'b1',
              startTime: '2027-03-13T17:00:00.000Z',
              endTime: '2027-03-13T18:00:00.000Z',
              zone: 'America/Phoenix',
              zoneOffsets: [],
              why: 'buffer',
              earned: '297.00',
            },
          ],
        },
      ],
    });
    await userEvent.type(await screen.findByLabelText(/^Hourly rate/), '400');
    await userEvent.selectOptions(screen.getByLabelText('Open from'), '8 AM');
    await userEvent.selectOptions(screen.getByLabelText('Break between bookings'), '1 hour');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Sunday' }));
    await userEvent.click(screen.getByRole('button', { name: 'Replay the Past' }));
    expect(
      await screen.findByText(
        'You would have earned $1,188.50 from 3 bookings, $0.50 more than the $1,188.00 you actually earned.',
      ),
    ).toBeTruthy();
    expect(askedFor(apiCalls)).toEqual([
      {
        rate: '400',
        from: '8',
        to: '24',
        buffer: '60',
        months: '12',
        days: 'monday,tuesday,wednesday,thursday,friday,saturday',
      },
    ]);
    expect(screen.getByText('70 outside the hours, 1 too close')).toBeTruthy();
    expect(screen.getByText('Showing the latest 1 of 71.')).toBeTruthy();
    const table = screen.getByRole('table', { name: "Bookings that wouldn't have fit" });
    expect(within(table).getByText('Too close to the previous booking')).toBeTruthy();
    await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('rate=400'));
  });

  it('restores a replay from the URL', async () => {
    show([clay], '&rate=&from=0&to=24&days=monday&buffer=30');
    expect(
      await screen.findByText(
        'You would have earned $1,188.00 from 4 bookings, the same as you actually earned.',
      ),
    ).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'Monday', checked: true })).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'Tuesday', checked: false })).toBeTruthy();
  });

  it('validates the rate, hours, and days', async () => {
    const apiCalls = show([clay]);
    await userEvent.type(await screen.findByLabelText(/^Hourly rate/), '0.5');
    for (const box of screen.getAllByRole('checkbox')) await userEvent.click(box);
    await userEvent.click(screen.getByRole('button', { name: 'Replay the Past' }));
    expect(await screen.findByText('Enter an amount between $1 and $10,000')).toBeTruthy();
    expect(screen.getByText('Choose at least one day')).toBeTruthy();
    await userEvent.clear(screen.getByLabelText(/^Hourly rate/));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Monday' }));
    await userEvent.selectOptions(screen.getByLabelText('Open from'), '9 AM');
    await userEvent.selectOptions(screen.getByLabelText('Open until'), '9 AM');
    await userEvent.click(screen.getByRole('button', { name: 'Replay the Past' }));
    expect(await screen.findByText('Choose an end after the start')).toBeTruthy();
    expect(askedFor(apiCalls)).toEqual([]);
  });

  it('offers a retry after a failure and explains that nothing was played', async () => {
    let works = false;
    const none = {
      ...asItWas,
      was: { bookings: 0, earned: '0.00' },
      wouldBe: { bookings: 0, earned: '0.00' },
    };
    show([clay], '&buffer=30', {
      'GET /api/host/courts/c1/what-if': () => (works ? [200, none] : [500, {}]),
    });
    expect(await screen.findByText('Unable to load the replay')).toBeTruthy();
    works = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Nothing to replay yet')).toBeTruthy();
  });

  it('reports lower earnings', () =>
    expect(outcomeLabel({ bookings: 2, earned: '594.00' }, { bookings: 1, earned: '297.00' })).toBe(
      'You would have earned $297.00 from 1 booking, $297.00 less than the $594.00 you actually earned.',
    ));
});
