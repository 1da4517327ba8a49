import type { Court } from '@courtly/contracts/courts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { addDays } from '../../lib/days';
import { dayInZone } from '../../lib/format';
import { buildHostBooking } from '../../testing/booking';
import { courtHoursLike, courtLike } from '../../testing/court';
import { renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { courtZone } from '../../testing/court-zone';
import { useOtherZoneData } from '../../testing/zone-data';
import { AvailabilityPage } from './availability-page';

afterEach(cleanup);

const baseHandlers = {
  'GET /api/auth/me': () => [200, { ...robin, role: 'owner' }] as const,
  'GET /api/host/courts': () =>
    [200, [courtLike(), courtLike({ id: 'c2', name: 'Second Court' })]] as const,
  'GET /api/host/bookings': () => [200, []] as const,
};
/** A Friday. */
const closureDay = '2099-03-13';
const hoursOn = (court: string, day: string, ...place: string[]) => ({
  [`GET /api/courts/${court}/hours/${day}`]: () => [200, courtHoursLike(day, ...place)] as const,
});
const closuresOf = (court: string) => ({
  ...hoursOn(court, closureDay),
  [`GET /api/courts/${court}/closures/${closureDay}`]: () => [200, []] as const,
});
const noClosures = { ...closuresOf('c1'), ...closuresOf('c2') };
const availabilityUrl = `/owner/availability?court=c1&date=${closureDay}`;
const chooseOption = (name: string, value: string) =>
  userEvent.selectOptions(screen.getByRole('combobox', { name }), value);

describe('the weekly hours editor', () => {
  it('marks unsaved hours, rejects overlaps in place, and saves sorted hours', async () => {
    const apiCalls = mockApi({
      ...baseHandlers,
      ...noClosures,
      'PUT /api/courts/c1/hours': ({ body }) => [
        200,
        courtLike({
          weeklyHours: (body as { weeklyHours: ReturnType<typeof courtLike>['weeklyHours'] })
            .weeklyHours,
        }),
      ],
    });
    renderAt(availabilityUrl, <AvailabilityPage />);
    const saveButton = await screen.findByRole('button', { name: 'Save Hours' });
    expect(saveButton.hasAttribute('disabled')).toBe(true);

    await chooseOption('Monday: from', '15:00');
    await userEvent.click(screen.getByRole('button', { name: 'Add hours on Monday' }));
    await chooseOption('Monday, hours 2: from', '10:00');
    await chooseOption('Monday, hours 2: to', '16:00');
    await userEvent.click(saveButton);
    expect(screen.getByText('These hours overlap other hours of the day')).toBeTruthy();
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    expect(apiCalls.some(({ name }) => name.startsWith('PUT'))).toBe(false);

    await chooseOption('Monday, hours 2: to', '12:00');
    await chooseOption('Bookable from', '30');
    await userEvent.click(saveButton);
    expect(await screen.findByText('Hours saved')).toBeTruthy();
    expect(await screen.findByText('All changes saved')).toBeTruthy();
    const { body } = apiCalls.find(({ name }) => name.startsWith('PUT'))!;
    expect(body).toMatchObject({
      weeklyHours: {
        monday: [
          { from: '10:00', to: '12:00' },
          { from: '15:00', to: '21:00' },
        ],
        tuesday: [{ from: '07:00', to: '21:00' }],
      },
      policy: { leadMinutes: null, horizonDays: 30, instantBook: false },
    });
  });

  it('copies hours to other days and closes a day', async () => {
    mockApi({ ...baseHandlers, ...noClosures });
    renderAt(availabilityUrl, <AvailabilityPage />);
    const mondayGroup = await screen.findByRole('group', { name: 'Monday' });
    await userEvent.click(
      within(mondayGroup).getByRole('button', { name: 'Close on Mondays', hidden: true }),
    );
    await userEvent.click(
      within(mondayGroup).getByRole('button', { name: 'Copy to weekdays', hidden: true }),
    );
    expect(screen.getAllByText('Closed')).toHaveLength(5);
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByText('Closed')).toBeNull();
  });

  it('never shows the hours of another court while the requested one loads', async () => {
    const farCourt = courtLike({ id: 'c9', name: 'Far Court' });
    const loaded = Promise.withResolvers<undefined>();
    mockApi({
      ...baseHandlers,
      ...closuresOf('c9'),
      'GET /api/host/courts': () => [
        200,
        [courtLike(), courtLike({ id: 'c2', name: 'Second Court' })],
        { Link: '</api/host/courts?cursor=2>; rel="next"' },
      ],
      'GET /api/courts/c9': async () => {
        await loaded.promise;
        return [200, farCourt];
      },
    });
    renderAt(`/owner/availability?court=c9&date=${closureDay}`, <AvailabilityPage />);
    expect(await screen.findByLabelText('Loading the court')).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Court' })).toBeNull();
    loaded.resolve(undefined);
    expect(await screen.findByRole('option', { name: 'Far Court', selected: true })).toBeTruthy();
  });

  it('shows no form for a court that the host does not have', async () => {
    mockApi({ ...baseHandlers });
    renderAt('/owner/availability?court=c9', <AvailabilityPage />);
    expect(await screen.findByText("The court you're looking for doesn't exist.")).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Court' })).toBeNull();
  });

  it('asks before switching courts with unsaved hours', async () => {
    mockApi({ ...baseHandlers, ...noClosures });
    renderAt(availabilityUrl, <AvailabilityPage />);
    await screen.findByRole('button', { name: 'Save Hours' });
    await chooseOption('Monday: from', '15:00');
    await chooseOption('Court', 'c2');
    await userEvent.click(await screen.findByRole('button', { name: 'Keep Editing' }));
    expect(screen.getByTestId('address').textContent).toBe(availabilityUrl);
    await chooseOption('Court', 'c2');
    await userEvent.click(await screen.findByRole('button', { name: 'Discard Changes' }));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('court=c2'));
  });
});

describe('unsaved hours', () => {
  it('disappear when the original hours are restored', async () => {
    mockApi({ ...baseHandlers, ...noClosures });
    renderAt(availabilityUrl, <AvailabilityPage />);
    await screen.findByRole('button', { name: 'Save Hours' });
    await chooseOption('Monday: from', '15:00');
    await chooseOption('Monday: from', '07:00');
    expect(screen.getByText('All changes saved')).toBeTruthy();
    await chooseOption('Court', 'c2');
    await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('court=c2'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keep edits made during a save', async () => {
    let resolveSave: () => void = () => undefined;
    const saveResolved = new Promise<void>((resolve) => (resolveSave = resolve));
    mockApi({
      ...baseHandlers,
      ...noClosures,
      'PUT /api/courts/c1/hours': async ({ body }) => {
        await saveResolved;
        return [200, courtLike({ weeklyHours: (body as Pick<Court, 'weeklyHours'>).weeklyHours })];
      },
    });
    renderAt(availabilityUrl, <AvailabilityPage />);
    const saveButton = await screen.findByRole('button', { name: 'Save Hours' });
    await chooseOption('Monday: from', '15:00');
    await userEvent.click(saveButton);
    await chooseOption('Tuesday: from', '16:00');
    resolveSave();
    expect(await screen.findByText('Hours saved')).toBeTruthy();
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Tuesday: from' }).value).toBe(
      '16:00',
    );
  });
});

describe('hours that another device has changed', () => {
  const hours = [{ from: '09:00', to: '12:00' }];
  const current = courtLike({
    version: 4,
    weeklyHours: { ...courtLike().weeklyHours, monday: hours, tuesday: hours },
  });
  const openConflict = async () => {
    let court = courtLike();
    const apiCalls = mockApi({
      ...baseHandlers,
      ...noClosures,
      'GET /api/host/courts': () => [200, [court]],
      'PUT /api/courts/c1/hours': ({ body }) => {
        if ((body as { version: number }).version !== current.version) {
          court = current;
          return [409, { code: 'court_changed', message: 'This court was changed.' }];
        }
        return [200, { ...current, version: 5, weeklyHours: (body as Court).weeklyHours }];
      },
    });
    renderAt(availabilityUrl, <AvailabilityPage />);
    const saveButton = await screen.findByRole('button', { name: 'Save Hours' });
    await chooseOption('Monday: from', '15:00');
    await chooseOption('Sunday: from', '16:00');
    await userEvent.click(saveButton);
    expect(await screen.findByText('Updated here: Tuesday.')).toBeTruthy();
    return () => apiCalls.filter(({ name }) => name.startsWith('PUT')).map(({ body }) => body);
  };
  const fieldValue = (name: string) =>
    screen.getByRole<HTMLSelectElement>('combobox', { name }).value;

  it('are shown, and merged with the entered ones', async () => {
    const puts = await openConflict();
    expect(screen.getByText('Monday:', { exact: false }).textContent).toBe(
      'Monday: 9:00 AM – 12:00 PM on the other device',
    );
    expect(fieldValue('Monday: from')).toBe('15:00');
    expect(fieldValue('Tuesday: from')).toBe('09:00');
    await userEvent.click(screen.getByRole('button', { name: 'Save Hours' }));
    expect(await screen.findByText('Hours saved')).toBeTruthy();
    expect(await screen.findByText('All changes saved')).toBeTruthy();
    expect(screen.queryByText(/changed on another device/)).toBeNull();
    expect(puts()).toEqual([
      expect.objectContaining({ version: 3 }),
      expect.objectContaining({
        version: 4,
        weeklyHours: expect.objectContaining({
          monday: [{ from: '15:00', to: '21:00' }],
          tuesday: hours,
          sunday: [{ from: '16:00', to: '21:00' }],
        }),
      }),
    ]);
  });

  it('can replace the entered ones', async () => {
    await openConflict();
    await userEvent.click(screen.getByRole('button', { name: 'Use Other Value: Monday' }));
    expect(fieldValue('Monday: from')).toBe('09:00');
    expect(fieldValue('Sunday: from')).toBe('16:00');
    expect(screen.queryByText(/on the other device/)).toBeNull();
  });
});

describe('the closure editor', () => {
  const netClosure = {
    startTime: '2099-03-13T14:00:00.000Z',
    endTime: '2099-03-14T04:00:00.000Z',
    reason: 'New net',
  };

  it('lists conflicting bookings and cancels them only after confirmation', async () => {
    const hostBooking = buildHostBooking({
      startTime: '2099-03-13T17:00:00.000Z',
      status: 'confirmed',
    });
    const apiCalls = mockApi({
      ...baseHandlers,
      ...noClosures,
      'GET /api/host/bookings': () => [200, [hostBooking]],
      'POST /api/courts/c1/closures': ({ body }) =>
        (body as { cancelBookings: boolean }).cancelBookings
          ? [201, [netClosure]]
          : [409, { code: 'hours_booked', message: 'Booked.', details: { bookings: ['b1'] } }],
    });
    renderAt(availabilityUrl, <AvailabilityPage />);
    await userEvent.type(await screen.findByLabelText(/^Reason/), 'New net');
    await userEvent.click(screen.getByRole('button', { name: 'Close Hours' }));
    const conflictDialog = await screen.findByRole('dialog', { name: 'These hours are booked' });
    expect(within(conflictDialog).getByText('Robin Base, confirmed')).toBeTruthy();
    expect(within(conflictDialog).getAllByText('$330.00')).toHaveLength(2);
    await userEvent.click(
      within(conflictDialog).getByRole('button', { name: 'Close Anyway and Refund' }),
    );
    expect(await screen.findByText('Hours closed')).toBeTruthy();
    const sentClosures = apiCalls
      .filter(({ name }) => name.startsWith('POST'))
      .map(({ body }) => body);
    expect(sentClosures).toEqual([
      { ...netClosure, cancelBookings: false },
      { ...netClosure, cancelBookings: true },
    ]);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('shows no open hours until the bookings have loaded', async () => {
    let isServerBroken = true;
    const hostBooking = buildHostBooking({
      startTime: '2099-03-13T17:00:00.000Z',
      status: 'confirmed',
    });
    mockApi({
      ...baseHandlers,
      ...noClosures,
      'GET /api/host/bookings': () => (isServerBroken ? [500, {}] : [200, [hostBooking]]),
    });
    renderAt(availabilityUrl, <AvailabilityPage />);
    expect(await screen.findByText('Unable to load bookings')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Close Hours' })).toBeNull();
    expect(screen.queryByText('Open')).toBeNull();
    isServerBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText(/Robin Base/)).toBeTruthy();
  });

  it('shows the refund total only after the newest booking has loaded', async () => {
    const hostBooking = buildHostBooking({
      startTime: '2099-03-13T17:00:00.000Z',
      status: 'confirmed',
    });
    let requestCount = 0;
    let resolveBookings: () => void = () => undefined;
    const bookingsArrived = new Promise<void>((resolve) => (resolveBookings = resolve));
    mockApi({
      ...baseHandlers,
      ...noClosures,
      'GET /api/host/bookings': async () => {
        if ((requestCount += 1) === 1) return [200, []];
        await bookingsArrived;
        return [200, [hostBooking]];
      },
      'POST /api/courts/c1/closures': () => [
        409,
        { code: 'hours_booked', message: 'Booked.', details: { bookings: ['b1'] } },
      ],
    });
    renderAt(availabilityUrl, <AvailabilityPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Close Hours' }));
    const confirmButton = await screen.findByRole<HTMLButtonElement>('button', {
      name: 'Close Anyway and Refund',
    });
    expect(screen.queryByText('$0.00')).toBeNull();
    expect(confirmButton.disabled).toBe(true);
    resolveBookings();
    expect(await screen.findAllByText('$330.00')).toHaveLength(2);
    expect(confirmButton.disabled).toBe(false);
  });

  it('can load the conflicting bookings again when they fail to load', async () => {
    const hostBooking = buildHostBooking({
      startTime: '2099-03-13T17:00:00.000Z',
      status: 'confirmed',
    });
    let loadBookings: Handlers[string] = () => [200, []];
    mockApi({
      ...baseHandlers,
      ...noClosures,
      'GET /api/host/bookings': (request) => loadBookings(request),
      'POST /api/courts/c1/closures': () => {
        loadBookings = () => [500, {}];
        return [409, { code: 'hours_booked', message: 'Booked.', details: { bookings: ['b1'] } }];
      },
    });
    renderAt(availabilityUrl, <AvailabilityPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Close Hours' }));
    const conflictDialog = await screen.findByRole('dialog', { name: 'These hours are booked' });
    expect(await within(conflictDialog).findByText('Unable to load the bookings')).toBeTruthy();
    const { promise: recovered, resolve: recover } = Promise.withResolvers<undefined>();
    loadBookings = async () => {
      await recovered;
      return [200, [hostBooking]];
    };
    const retryButton = within(conflictDialog).getByRole('button', { name: 'Try Again' });
    await userEvent.click(retryButton);
    await waitFor(() => expect(retryButton.getAttribute('aria-busy')).toBe('true'));
    expect(document.activeElement).toBe(retryButton);
    recover(undefined);
    expect(await within(conflictDialog).findAllByText('$330.00')).toHaveLength(2);
  });

  it('undoes a closure on its day while another day is open', async () => {
    const day = addDays(dayInZone(new Date().toISOString(), courtLike()), 10);
    const nextDay = addDays(day, 1);
    let currentClosures: (typeof netClosure)[] = [];
    mockApi({
      ...baseHandlers,
      ...hoursOn('c1', day),
      ...hoursOn('c1', nextDay),
      [`GET /api/courts/c1/closures/${day}`]: () => [200, currentClosures],
      [`GET /api/courts/c1/closures/${nextDay}`]: () => [
        200,
        [{ ...netClosure, reason: 'The next day' }],
      ],
      'POST /api/courts/c1/closures/reopen': () => [200, (currentClosures = [])],
      'POST /api/courts/c1/closures': () => [201, (currentClosures = [netClosure])],
    });
    const queryClient = renderAt(`/owner/availability?court=c1&date=${day}`, <AvailabilityPage />);
    const cachedReasons = (date: string) =>
      queryClient
        .getQueryData<(typeof netClosure)[]>(['/api/courts', 'c1', 'closures', date])
        ?.map(({ reason }) => reason);
    await userEvent.click(await screen.findByRole('button', { name: 'Close Hours' }));
    await screen.findByRole('button', { name: 'Undo' });
    await userEvent.click(screen.getByRole('button', { name: 'Next day' }));
    await waitFor(() => expect(cachedReasons(nextDay)).toEqual(['The next day']));
    screen.getByRole('button', { name: 'Undo' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Hours reopened')).toBeTruthy();
    expect([cachedReasons(day), cachedReasons(nextDay)]).toEqual([[], ['The next day']]);
  });

  it('reopens hours and can undo it', async () => {
    let currentClosures = [netClosure];
    const apiCalls = mockApi({
      ...baseHandlers,
      ...hoursOn('c1', closureDay),
      [`GET /api/courts/c1/closures/${closureDay}`]: () => [200, currentClosures],
      'POST /api/courts/c1/closures/reopen': () => [200, (currentClosures = [])],
      'POST /api/courts/c1/closures': () => [201, (currentClosures = [netClosure])],
    });
    renderAt(availabilityUrl, <AvailabilityPage />);
    await userEvent.click(await screen.findByRole('button', { name: /^Reopen/ }));
    expect(await screen.findByText('Hours reopened')).toBeTruthy();
    expect(screen.getByText('Open')).toBeTruthy();
    screen.getByRole('button', { name: 'Undo' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByText('Closed: New net')).toBeTruthy());
    expect(apiCalls.filter(({ name }) => name.startsWith('POST')).map(({ body }) => body)).toEqual([
      { startTime: netClosure.startTime, endTime: netClosure.endTime },
      { ...netClosure, cancelBookings: false },
    ]);
  });

  it('closes the hour that the host sees, whatever zone data the browser has', async () => {
    const day = '2099-01-16';
    const zone = 'America/Vancouver';
    // The server knows that British Columbia no longer changes its clocks; the browser does not.
    useOtherZoneData(zone, 'America/Los_Angeles');
    const apiCalls = mockApi({
      ...baseHandlers,
      'GET /api/host/courts': () => [200, [courtLike(courtZone(zone, '-07:00'))]],
      ...hoursOn('c1', day, zone, '-07:00'),
      [`GET /api/courts/c1/closures/${day}`]: () => [200, []],
      'POST /api/courts/c1/closures': ({ body }) => [201, [body]],
    });
    renderAt(`/owner/availability?court=c1&date=${day}`, <AvailabilityPage />);
    await userEvent.selectOptions(await screen.findByLabelText('From'), '9:00 AM');
    await userEvent.selectOptions(screen.getByLabelText('To'), '10:00 AM');
    await userEvent.click(screen.getByRole('button', { name: 'Close Hours' }));
    expect(await screen.findByText('Friday, Jan 16, 9:00 AM – 10:00 AM')).toBeTruthy();
    expect(apiCalls.find(({ name }) => name.startsWith('POST'))!.body).toMatchObject({
      startTime: '2099-01-16T16:00:00.000Z',
      endTime: '2099-01-16T17:00:00.000Z',
    });
  });
});
