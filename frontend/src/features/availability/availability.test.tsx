import type { Court } from '@courtly/contracts/courts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { addDays } from '../../lib/days';
import { dayInZone } from '../../lib/format';
import { buildHostBooking } from '../../testing/booking';
import { courtLike } from '../../testing/court';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { AvailabilityPage } from './availability-page';

afterEach(cleanup);

const base = {
  'GET /api/auth/me': () => [200, { ...robin, role: 'owner' }] as const,
  'GET /api/host/courts': () =>
    [200, [courtLike(), courtLike({ id: 'c2', name: 'Second Court' })]] as const,
  'GET /api/host/bookings': () => [200, []] as const,
};
/** A Friday. */
const day = '2099-03-13';
const closuresOf = (court: string) => ({
  [`GET /api/courts/${court}/closures/${day}`]: () => [200, []] as const,
});
const noClosures = { ...closuresOf('c1'), ...closuresOf('c2') };
const address = `/owner/availability?court=c1&date=${day}`;
const choose = (name: string, value: string) =>
  userEvent.selectOptions(screen.getByRole('combobox', { name }), value);

describe('the weekly hours editor', () => {
  it('marks unsaved hours, rejects overlaps in place, and saves sorted hours', async () => {
    const calls = mockApi({
      ...base,
      ...noClosures,
      'PUT /api/courts/c1/hours': ({ body }) => [
        200,
        courtLike({
          weeklyHours: (body as { weeklyHours: ReturnType<typeof courtLike>['weeklyHours'] })
            .weeklyHours,
        }),
      ],
    });
    renderAt(address, <AvailabilityPage />);
    const save = await screen.findByRole('button', { name: 'Save Hours' });
    expect(save.hasAttribute('disabled')).toBe(true);

    await choose('Monday: from', '15:00');
    await userEvent.click(screen.getByRole('button', { name: 'Add hours on Monday' }));
    await choose('Monday, hours 2: from', '10:00');
    await choose('Monday, hours 2: to', '16:00');
    await userEvent.click(save);
    expect(screen.getByText('These hours overlap other hours of the day')).toBeTruthy();
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    expect(calls.some(({ name }) => name.startsWith('PUT'))).toBe(false);

    await choose('Monday, hours 2: to', '12:00');
    await choose('Bookable from', '30');
    await userEvent.click(save);
    expect(await screen.findByText('Hours Saved')).toBeTruthy();
    expect(await screen.findByText('All changes saved')).toBeTruthy();
    const { body } = calls.find(({ name }) => name.startsWith('PUT'))!;
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
    mockApi({ ...base, ...noClosures });
    renderAt(address, <AvailabilityPage />);
    const monday = await screen.findByRole('group', { name: 'Monday' });
    await userEvent.click(
      within(monday).getByRole('button', { name: 'Closed on Mondays', hidden: true }),
    );
    await userEvent.click(
      within(monday).getByRole('button', { name: 'Copy to weekdays', hidden: true }),
    );
    expect(screen.getAllByText('Closed')).toHaveLength(5);
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByText('Closed')).toBeNull();
  });

  it('asks before switching courts with unsaved hours', async () => {
    mockApi({ ...base, ...noClosures });
    renderAt(address, <AvailabilityPage />);
    await screen.findByRole('button', { name: 'Save Hours' });
    await choose('Monday: from', '15:00');
    await choose('Court', 'c2');
    await userEvent.click(await screen.findByRole('button', { name: 'Keep Editing' }));
    expect(screen.getByTestId('address').textContent).toBe(address);
    await choose('Court', 'c2');
    await userEvent.click(await screen.findByRole('button', { name: 'Discard Changes' }));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('court=c2'));
  });
});

describe('unsaved hours', () => {
  it('disappear when the original hours are restored', async () => {
    mockApi({ ...base, ...noClosures });
    renderAt(address, <AvailabilityPage />);
    await screen.findByRole('button', { name: 'Save Hours' });
    await choose('Monday: from', '15:00');
    await choose('Monday: from', '07:00');
    expect(screen.getByText('All changes saved')).toBeTruthy();
    await choose('Court', 'c2');
    await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('court=c2'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keep edits made during a save', async () => {
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    mockApi({
      ...base,
      ...noClosures,
      'PUT /api/courts/c1/hours': async ({ body }) => {
        await answered;
        return [200, courtLike({ weeklyHours: (body as Pick<Court, 'weeklyHours'>).weeklyHours })];
      },
    });
    renderAt(address, <AvailabilityPage />);
    const save = await screen.findByRole('button', { name: 'Save Hours' });
    await choose('Monday: from', '15:00');
    await userEvent.click(save);
    await choose('Tuesday: from', '16:00');
    answer();
    expect(await screen.findByText('Hours Saved')).toBeTruthy();
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Tuesday: from' }).value).toBe(
      '16:00',
    );
  });
});

describe('closing hours', () => {
  const closure = {
    startTime: '2099-03-13T14:00:00.000Z',
    endTime: '2099-03-14T04:00:00.000Z',
    reason: 'New net',
  };

  it('lists conflicting bookings and cancels them only on confirmation', async () => {
    const booking = buildHostBooking({
      startTime: '2099-03-13T17:00:00.000Z',
      status: 'confirmed',
    });
    const calls = mockApi({
      ...base,
      ...noClosures,
      'GET /api/host/bookings': () => [200, [booking]],
      'POST /api/courts/c1/closures': ({ body }) =>
        (body as { cancelBookings: boolean }).cancelBookings
          ? [201, [closure]]
          : [409, { code: 'hours_booked', message: 'Booked.', details: { bookings: ['b1'] } }],
    });
    renderAt(address, <AvailabilityPage />);
    await userEvent.type(await screen.findByLabelText(/^Reason/), 'New net');
    await userEvent.click(screen.getByRole('button', { name: 'Close Hours' }));
    const dialog = await screen.findByRole('dialog', { name: 'These hours are booked' });
    expect(within(dialog).getByText('Robin Base, confirmed')).toBeTruthy();
    expect(within(dialog).getAllByText('$330.00')).toHaveLength(2);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close anyway and refund' }));
    expect(await screen.findByText('Hours Closed')).toBeTruthy();
    const sent = calls.filter(({ name }) => name.startsWith('POST')).map(({ body }) => body);
    expect(sent).toEqual([
      { ...closure, cancelBookings: false },
      { ...closure, cancelBookings: true },
    ]);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('shows the refund total only after the newest booking has loaded', async () => {
    const booking = buildHostBooking({
      startTime: '2099-03-13T17:00:00.000Z',
      status: 'confirmed',
    });
    let asked = 0;
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    mockApi({
      ...base,
      ...noClosures,
      'GET /api/host/bookings': async () => {
        if ((asked += 1) === 1) return [200, []];
        await arrived;
        return [200, [booking]];
      },
      'POST /api/courts/c1/closures': () => [
        409,
        { code: 'hours_booked', message: 'Booked.', details: { bookings: ['b1'] } },
      ],
    });
    renderAt(address, <AvailabilityPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Close Hours' }));
    const confirm = await screen.findByRole<HTMLButtonElement>('button', {
      name: 'Close anyway and refund',
    });
    expect(screen.queryByText('$0.00')).toBeNull();
    expect(confirm.disabled).toBe(true);
    arrive();
    expect(await screen.findAllByText('$330.00')).toHaveLength(2);
    expect(confirm.disabled).toBe(false);
  });

  it('undoes a closure on its day while another day is open', async () => {
    const day = addDays(dayInZone(new Date().toISOString(), 'America/Phoenix'), 10);
    const next = addDays(day, 1);
    let closed: (typeof closure)[] = [];
    mockApi({
      ...base,
      [`GET /api/courts/c1/closures/${day}`]: () => [200, closed],
      [`GET /api/courts/c1/closures/${next}`]: () => [
        200,
        [{ ...closure, reason: 'The next day' }],
      ],
      'POST /api/courts/c1/closures/reopen': () => [200, (closed = [])],
      'POST /api/courts/c1/closures': () => [201, (closed = [closure])],
    });
    const client = renderAt(`/owner/availability?court=c1&date=${day}`, <AvailabilityPage />);
    const known = (date: string) =>
      client
        .getQueryData<(typeof closure)[]>(['/api/courts', 'c1', 'closures', date])
        ?.map(({ reason }) => reason);
    await userEvent.click(await screen.findByRole('button', { name: 'Close Hours' }));
    await screen.findByRole('button', { name: 'Undo' });
    await userEvent.click(screen.getByRole('button', { name: 'Next day' }));
    await waitFor(() => expect(known(next)).toEqual(['The next day']));
    screen.getByRole('button', { name: 'Undo' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Hours Reopened')).toBeTruthy();
    expect([known(day), known(next)]).toEqual([[], ['The next day']]);
  });

  it('reopens hours and undoes that', async () => {
    let closed = [closure];
    const calls = mockApi({
      ...base,
      [`GET /api/courts/c1/closures/${day}`]: () => [200, closed],
      'POST /api/courts/c1/closures/reopen': () => [200, (closed = [])],
      'POST /api/courts/c1/closures': () => [201, (closed = [closure])],
    });
    renderAt(address, <AvailabilityPage />);
    await userEvent.click(await screen.findByRole('button', { name: /^Reopen/ }));
    expect(await screen.findByText('Hours Reopened')).toBeTruthy();
    expect(screen.getByText('Open')).toBeTruthy();
    screen.getByRole('button', { name: 'Undo' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByText('Closed: New net')).toBeTruthy());
    expect(calls.filter(({ name }) => name.startsWith('POST')).map(({ body }) => body)).toEqual([
      { startTime: closure.startTime, endTime: closure.endTime },
      { ...closure, cancelBookings: false },
    ]);
  });
});
