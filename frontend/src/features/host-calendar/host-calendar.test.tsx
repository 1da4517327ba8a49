import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildHostBooking } from '../../testing/booking';
import { courtLike } from '../../testing/court';
import { renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { HostCalendarPage } from './host-calendar-page';

const court = courtLike();
const other = courtLike({ id: 'c2', name: 'Mummy Mountain' });
const booking = buildHostBooking({
  startTime: '2099-03-11T17:00:00.000Z',
  endTime: '2099-03-11T18:00:00.000Z',
});
const base: Handlers = {
  'GET /api/auth/me': () => [200, { ...robin, role: 'owner' }],
  'GET /api/host/courts': () => [200, [court, other]],
  'GET /api/host/bookings': () => [200, [booking]],
  'GET /api/owner/closures': () => [
    200,
    [
      {
        courtId: 'c2',
        startTime: '2099-03-12T14:00:00.000Z',
        endTime: '2099-03-13T04:00:00.000Z',
        reason: 'Holiday',
      },
    ],
  ],
};
const show = (handlers: Handlers = {}, query = '') => {
  const apiCalls = mockApi({ ...base, ...handlers });
  renderAt(`/owner/calendar?date=2099-03-11${query}`, <HostCalendarPage />);
  return apiCalls;
};
const day = (name: string, of = court.name) =>
  screen.findByRole('button', { name: `${name}, ${of}` });
const press = async (name: string, of?: string) => {
  const button = await day(name, of);
  fireEvent.pointerDown(button);
  fireEvent.pointerUp(button);
};
/** Without PointerEvent in jsdom, events of the testing library have no button. */
const pressPointer = (element: Element, button = 0) =>
  fireEvent(element, new MouseEvent('pointerdown', { bubbles: true, button }));

afterEach(cleanup);

describe('the host calendar', () => {
  it('shows bookings and closures of each court', async () => {
    show();
    const courtRegion = await screen.findByRole('region', { name: 'Camelback Clay' });
    expect(within(courtRegion).getByRole('link', { name: /Robin Base/ })).toBeTruthy();
    const second = screen.getByRole('region', { name: 'Mummy Mountain' });
    expect(await within(second).findByRole('link', { name: /Closed: Holiday/ })).toBeTruthy();
    expect(within(second).queryByRole('link', { name: /Robin Base/ })).toBeNull();
  });

  it('reports missing bookings and loads them after a retry, never automatically', async () => {
    const later = { ...booking, id: 'b2', guestName: 'Lee Later' };
    let isDown = true;
    const { promise: recovered, resolve: recover } = Promise.withResolvers<undefined>();
    const apiCalls = show({
      'GET /api/host/bookings': async ({ query }) => {
        const link = { Link: '</api/host/bookings?cursor=2>; rel="next"' };
        if (!query.has('cursor')) return [200, [booking], link];
        if (isDown) return [503, { code: 'store_unavailable', message: 'Later.' }];
        await recovered;
        return [200, [later]];
      },
    });
    const nextPages = () => apiCalls.filter(({ url }) => url.includes('cursor=2'));
    const notice = await screen.findByText('Unable to load all bookings');
    const triedPages = nextPages().length;
    expect(await screen.findAllByRole('link', { name: /Robin Base/ })).toHaveLength(1);
    expect(nextPages()).toHaveLength(triedPages);
    isDown = false;
    const retryButton = screen.getByRole('button', { name: 'Try Again' });
    await userEvent.click(retryButton);
    await waitFor(() => expect(retryButton.getAttribute('aria-busy')).toBe('true'));
    expect(document.activeElement).toBe(retryButton);
    recover(undefined);
    await waitFor(() =>
      expect(screen.getAllByRole('link', { name: /Robin Base/ })).toHaveLength(2),
    );
    expect(notice.isConnected).toBe(false);
  });

  it('reports closures that cannot be loaded, and still shows bookings', async () => {
    show({
      'GET /api/owner/closures': () => [503, { code: 'store_unavailable', message: 'Later.' }],
    });
    expect(await screen.findByText('Unable to load closures')).toBeTruthy();
    expect(screen.getByRole('link', { name: /Robin Base/ })).toBeTruthy();
  });

  it('keeps the focus on the retry button until the closures of another week have loaded', async () => {
    let loadClosures = base['GET /api/owner/closures']!;
    show({ 'GET /api/owner/closures': (request) => loadClosures(request) });
    expect(await screen.findByRole('link', { name: /Closed: Holiday/ })).toBeTruthy();
    loadClosures = () => [500, {}];
    await userEvent.click(screen.getByRole('button', { name: 'Next week' }));
    const notice = await screen.findByText('Unable to load closures');
    const { promise: reply, resolve } = Promise.withResolvers<readonly [200, []]>();
    loadClosures = () => reply;
    const retryButton = screen.getByRole('button', { name: 'Try Again' });
    await userEvent.click(retryButton);
    await waitFor(() => expect(retryButton.getAttribute('aria-busy')).toBe('true'));
    expect(document.activeElement).toBe(retryButton);
    resolve([200, []]);
    await waitFor(() => expect(notice.isConnected).toBe(false));
  });

  it('shows counts in the month view and keeps the month in the URL', async () => {
    const confirmed = { ...booking, id: 'b2', status: 'confirmed' };
    show({ 'GET /api/host/bookings': () => [200, [booking, confirmed]] }, '&view=month');
    expect(await screen.findByText('1 booked')).toBeTruthy();
    expect(screen.getByText('1 pending')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Next month' }));
    await waitFor(() =>
      expect(screen.getByTestId('address').textContent).toContain('date=2099-04-01'),
    );
    expect(screen.getByText('April 2099')).toBeTruthy();
  });

  it('closes a range chosen by two clicks', async () => {
    const apiCalls = show({ 'POST /api/courts/c1/closures/days': () => [201, []] });
    await press('Friday, Mar 13');
    await press('Thursday, Mar 12');
    await userEvent.type(screen.getByLabelText(/Reason/), 'New lines');
    await userEvent.click(screen.getByRole('button', { name: 'Close Days' }));
    expect(await screen.findByText('Days closed')).toBeTruthy();
    const sent = apiCalls.find(({ name }) => name.startsWith('POST'));
    expect(sent!.body).toEqual({
      from: '2099-03-12',
      to: '2099-03-13',
      reason: 'New lines',
      cancelBookings: false,
    });
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Close days' })).toBeNull());
  });

  it('selects days of one court by dragging', async () => {
    show();
    const first = await day('Thursday, Mar 12');
    fireEvent.pointerDown(first);
    fireEvent.pointerEnter((await day('Saturday, Mar 14')).parentElement!);
    fireEvent.pointerEnter((await day('Sunday, Mar 15', 'Mummy Mountain')).parentElement!);
    expect(screen.getByText('Thursday, Mar 12 – Saturday, Mar 14')).toBeTruthy();
  });

  it('closes hours selected by dragging, at the instants of the server', async () => {
    const at = (hour: number) => `2099-03-12T${String(hour).padStart(2, '0')}:00:00.000Z`;
    const dayHours = [9, 10, 11, 12].map((hour) => ({
      start: at(hour + 7),
      end: at(hour + 8),
      time: `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`,
      zone: court.zone,
      offset: '-07:00',
      isOffered: true,
    }));
    const apiCalls = show({
      'GET /api/courts/c1/hours/2099-03-12': () => [200, dayHours],
      'POST /api/courts/c1/closures': () => [201, []],
    });
    const hour = (name: string) =>
      screen.findByRole('button', { name: `Camelback Clay, Thursday, Mar 12, ${name}, free` });
    fireEvent.pointerDown(await hour('11 AM'));
    fireEvent.pointerEnter(await hour('10 AM'));
    fireEvent.pointerUp(await hour('10 AM'));
    expect(screen.getByText('Thursday, Mar 12, 10 AM – 12 PM')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Close Hours' }));
    expect(await screen.findByText('Hours closed')).toBeTruthy();
    expect(apiCalls.find(({ name }) => name.startsWith('POST'))!.body).toEqual({
      startTime: at(17),
      endTime: at(19),
      reason: '',
      cancelBookings: false,
    });
  });

  it('selects an hour with a finger when it is lifted, not when it may start to scroll', async () => {
    show();
    const hour = await screen.findByRole('button', {
      name: 'Camelback Clay, Thursday, Mar 12, 9 AM, free',
    });
    const touch = new MouseEvent('pointerdown', { bubbles: true });
    fireEvent(hour, Object.assign(touch, { pointerType: 'touch' }));
    expect(hour.getAttribute('aria-pressed')).toBe('false');
    // WebKit and older versions of Firefox don't say that a finger caused the click.
    fireEvent.click(hour, { detail: 1 });
    expect(hour.getAttribute('aria-pressed')).toBe('true');
  });

  it('selects hours with the keyboard, and replaces a selection of days', async () => {
    show();
    await press('Friday, Mar 13');
    const first = await screen.findByRole('button', {
      name: 'Camelback Clay, Thursday, Mar 12, 9 AM, free',
    });
    first.focus();
    await userEvent.keyboard('{Enter}{ArrowDown}{ArrowDown}{Enter}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe(
      'Camelback Clay, Thursday, Mar 12, 11 AM, free',
    );
    expect(screen.getByRole('form', { name: 'Close hours' })).toBeTruthy();
    expect(screen.getByText('Thursday, Mar 12, 9 AM – 12 PM')).toBeTruthy();
    expect(screen.queryByRole('form', { name: 'Close days' })).toBeNull();
  });

  it('shows the courts of one day side by side with their occupancy', async () => {
    show(
      { 'GET /api/host/bookings': () => [200, [{ ...booking, status: 'confirmed' }]] },
      '&view=day',
    );
    const grid = within(await screen.findByRole('region', { name: 'Wednesday, Mar 11' }));
    expect(grid.getByText('Camelback Clay')).toBeTruthy();
    expect(grid.getByText('Mummy Mountain')).toBeTruthy();
    expect(grid.getByText(/^1 of \d+ h booked$/)).toBeTruthy();
    expect(grid.getByText(/^0 of \d+ h booked$/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Next day' }));
    expect(await screen.findByRole('region', { name: 'Thursday, Mar 12' })).toBeTruthy();
  });

  it('marks the current time on the day of today', async () => {
    jest.useFakeTimers({
      now: new Date('2099-03-11T19:30:00Z'),
      doNotFake: ['setTimeout', 'queueMicrotask', 'nextTick'],
    });
    show();
    await day('Wednesday, Mar 11');
    const lines = document.querySelectorAll<HTMLElement>('[data-now-line]');
    expect(lines).toHaveLength(2);
    expect(lines[0]!.style.top).toBe('16.5rem');
    jest.useRealTimers();
  });

  it('lists conflicting bookings in order of time', async () => {
    const earlier = {
      ...booking,
      id: 'b2',
      startTime: '2099-03-11T15:00:00.000Z',
      endTime: '2099-03-11T16:00:00.000Z',
    };
    const details = { bookings: [booking.id, earlier.id] };
    show({
      'GET /api/host/bookings': () => [200, [booking, earlier]],
      'POST /api/courts/c1/closures/days': () => [
        409,
        { code: 'hours_booked', message: 'Booked.', details },
      ],
    });
    await press('Wednesday, Mar 11');
    await userEvent.click(screen.getByRole('button', { name: 'Close Day' }));
    const dialog = await screen.findByRole('dialog', { name: 'These hours are booked' });
    const rows = within(dialog).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('8:00 AM – 9:00 AM'),
      expect.stringContaining('10:00 AM – 11:00 AM'),
    ]);
  });

  it('scrolls to today when the week is wider than the screen', async () => {
    jest.useFakeTimers({
      now: new Date('2099-03-11T19:00:00Z'),
      doNotFake: ['setTimeout', 'queueMicrotask', 'nextTick'],
    });
    const width = jest.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(700);
    show();
    expect((await screen.findByRole('group', { name: `Days of ${court.name}` })).scrollLeft).toBe(
      200,
    );
    width.mockRestore();
    jest.useRealTimers();
  });

  it('asks before canceling bookings, then closes the day', async () => {
    const responses = [
      [409, { code: 'hours_booked', message: 'Booked.', details: { bookings: ['b1'] } }],
      [201, []],
    ] as const;
    const apiCalls = show({
      'POST /api/courts/c1/closures/days': () => responses[posts(apiCalls).length - 1]!,
    });
    const posts = (sentCalls: typeof apiCalls) =>
      sentCalls.filter(({ name }) => name.startsWith('POST'));
    await press('Wednesday, Mar 11');
    await userEvent.click(screen.getByRole('button', { name: 'Close Day' }));
    const dialog = await screen.findByRole('dialog', { name: 'These hours are booked' });
    expect(within(dialog).getByText('Wed, Mar 11, 10:00 AM – 11:00 AM')).toBeTruthy();
    expect(within(dialog).getByText(/Robin Base/)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close Anyway and Refund' }));
    expect(await screen.findByText('Day closed')).toBeTruthy();
    expect(
      posts(apiCalls).map(({ body }) => (body as { cancelBookings: boolean }).cancelBookings),
    ).toEqual([false, true]);
  });

  const cellOf = (name: string, of = court.name) =>
    screen.findByRole('button', { name: `${of}, ${name}` });

  it('says whether an hour is booked, requested, closed, or free', async () => {
    const confirmed = {
      ...booking,
      id: 'b2',
      status: 'confirmed',
      startTime: '2099-03-11T18:00:00.000Z',
      endTime: '2099-03-11T19:00:00.000Z',
    };
    show({ 'GET /api/host/bookings': () => [200, [booking, confirmed]] });
    expect(await cellOf('Wednesday, Mar 11, 10 AM, requested')).toBeTruthy();
    expect(await cellOf('Wednesday, Mar 11, 11 AM, booked')).toBeTruthy();
    expect(await cellOf('Wednesday, Mar 11, 12 PM, free')).toBeTruthy();
    expect(await cellOf('Thursday, Mar 12, 9 AM, closed', 'Mummy Mountain')).toBeTruthy();
  });

  it('selects hours by dragging from a booking, and over one', async () => {
    show();
    const link = await screen.findByRole('link', { name: /Robin Base/ });
    pressPointer(link);
    expect(screen.queryByRole('form', { name: 'Close hours' })).toBeNull();
    fireEvent.pointerEnter(await cellOf('Wednesday, Mar 11, 11 AM, free'));
    expect(screen.getByText('Wednesday, Mar 11, 10 AM – 12 PM')).toBeTruthy();
    fireEvent.pointerUp(await cellOf('Wednesday, Mar 11, 11 AM, free'));
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    fireEvent.pointerDown(await cellOf('Wednesday, Mar 11, 9 AM, free'));
    fireEvent.pointerEnter(link);
    expect(screen.getByText('Wednesday, Mar 11, 9 AM – 11 AM')).toBeTruthy();
  });

  it('selects no past hours by dragging from a booking, and ignores the right button', async () => {
    jest.useFakeTimers({
      now: new Date('2099-03-11T18:30:00Z'),
      doNotFake: ['setTimeout', 'queueMicrotask', 'nextTick'],
    });
    const current = {
      ...booking,
      id: 'b2',
      startTime: '2099-03-11T19:00:00.000Z',
      endTime: '2099-03-11T20:00:00.000Z',
    };
    show({ 'GET /api/host/bookings': () => [200, [booking, current]] });
    const past = await screen.findByRole('link', { name: /^10:00/ });
    const upcoming = screen.getByRole('link', { name: /^12:00/ });
    const later = await cellOf('Wednesday, Mar 11, 1 PM, free');
    pressPointer(past);
    fireEvent.pointerEnter(later);
    fireEvent.pointerUp(later);
    expect(screen.queryByRole('form', { name: 'Close hours' })).toBeNull();
    pressPointer(upcoming, 2);
    fireEvent.pointerEnter(later);
    fireEvent.pointerUp(later);
    expect(screen.queryByRole('form', { name: 'Close hours' })).toBeNull();
    fireEvent.pointerDown(later);
    fireEvent.pointerEnter(past);
    fireEvent.pointerUp(past);
    expect(screen.getByText('Wednesday, Mar 11, 1 PM – 2 PM')).toBeTruthy();
    jest.useRealTimers();
  });

  it('drops the selection when another view is chosen', async () => {
    show();
    await press('Friday, Mar 13');
    await userEvent.click(screen.getByRole('radio', { name: 'Month' }));
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('drops selected hours when another week is chosen, but keeps selected days', async () => {
    show();
    const hour = await cellOf('Thursday, Mar 12, 9 AM, free');
    fireEvent.pointerDown(hour);
    fireEvent.pointerUp(hour);
    await userEvent.click(screen.getByRole('button', { name: 'Next week' }));
    expect(screen.queryByRole('form')).toBeNull();
    await press('Friday, Mar 20');
    await userEvent.click(screen.getByRole('button', { name: 'Next week' }));
    expect(screen.getByRole('form', { name: 'Close days' })).toBeTruthy();
  });

  it('keeps the view when the window becomes narrower', async () => {
    show();
    await day('Friday, Mar 13');
    const { innerWidth } = globalThis;
    globalThis.innerWidth = 390;
    await userEvent.click(screen.getByRole('button', { name: 'Next week' }));
    expect(await day('Friday, Mar 20')).toBeTruthy();
    globalThis.innerWidth = innerWidth;
  });
});

describe('on a day with a clock change, the host calendar', () => {
  const allDay = [{ from: '00:00', to: '24:00' }];
  const zoned = courtLike({
    zone: 'America/Los_Angeles',
    zoneOffsets: [
      ['2098-11-02T09:00:00.000Z', '2099-03-08T10:00:00.000Z', '-08:00'],
      ['2099-03-08T10:00:00.000Z', '2099-11-01T09:00:00.000Z', '-07:00'],
      ['2099-11-01T09:00:00.000Z', '2100-03-14T10:00:00.000Z', '-08:00'],
    ].map(([from, until, offset]) => ({ from: from!, until: until!, offset: offset! })),
    weeklyHours: { ...court.weeklyHours, sunday: allDay },
  });
  const bookingAt = (hour: string, id: string) => {
    const startTime = `2099-11-01T${hour}:00:00.000Z`;
    const endTime = new Date(Date.parse(startTime) + 3_600_000).toISOString();
    return { ...booking, id, status: 'confirmed', startTime, endTime };
  };
  const showDay = (date: string, bookings: readonly unknown[] = []) => {
    mockApi({
      ...base,
      'GET /api/host/courts': () => [200, [zoned]],
      'GET /api/host/bookings': () => [200, bookings],
      'GET /api/owner/closures': () => [200, []],
      [`GET /api/courts/c1/hours/${date}`]: () => [200, []],
    });
    renderAt(`/owner/calendar?view=day&date=${date}`, <HostCalendarPage />);
  };

  it('shows both bookings of the repeated hour next to each other', async () => {
    showDay('2099-11-01', [bookingAt('08', 'b1'), bookingAt('09', 'b2')]);
    const links = await screen.findAllByRole('link', { name: /Robin Base/ });
    expect(links.map(({ textContent }) => textContent!.replace(/\s/g, ' '))).toEqual([
      '1:00 AM PDT – 1:00 AM PSTRobin Base',
      '1:00 – 2:00 AMRobin Base',
    ]);
    expect(links.map(({ style }) => style.top)).toEqual(['3rem', '3rem']);
    expect(links.map(({ style }) => style.left)).toEqual([
      'calc(0% + 0.125rem)',
      'calc(50% + 0.125rem)',
    ]);
    expect(screen.getByText('2 of 25 h booked')).toBeTruthy();
  });

  it('offers no skipped hour to close', async () => {
    showDay('2099-03-08');
    const skipped = await screen.findByRole('button', {
      name: 'Camelback Clay, Sunday, Mar 8, 2 AM, skipped by the clock change',
    });
    expect(skipped.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('0 of 23 h booked')).toBeTruthy();
  });

  it('explains that hours cannot be closed if the server has none of them', async () => {
    showDay('2099-03-08');
    fireEvent.pointerDown(
      await screen.findByRole('button', { name: 'Camelback Clay, Sunday, Mar 8, 3 AM, free' }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Close Hour' }));
    expect(await screen.findByText('The clock skips these hours on this day.')).toBeTruthy();
  });
});
