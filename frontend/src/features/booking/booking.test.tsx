import type { Slot } from '@courtly/contracts/availability';
import { useQuery } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import { buildBooking } from '../../testing/booking';
import { courtLike } from '../../testing/court';
import { memberLike } from '../../testing/ranking';
import { signedOut, renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { waiverLike } from '../../testing/waiver';
import { challengedPlayerOf } from '../../resources/player/challenge';
import { courtQuery } from '../../resources/court/court-queries';
import { addDays, dayLabel } from '../../lib/days';
import { dayInZone } from '../../lib/format';
import { BookingPanel } from './booking-panel';
import { PreselectedSlot } from './preselected-slot';
import { freeCancelUntil } from './price-breakdown';
import { SlotPicker } from './slot-picker';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const slot = (start: string, time: string, changes: Partial<Slot> = {}): Slot => ({
  start,
  end: new Date(Date.parse(start) + 3_600_000).toISOString(),
  time,
  zone: 'America/Phoenix',
  offset: '-07:00',
  opensForYouAt: null,
  ...changes,
});
const ten = slot('2099-03-13T17:00:00.000Z', '10:00 AM');
const eleven = slot('2099-03-13T18:00:00.000Z', '11:00 AM');

it('computes the free cancellation deadline in elapsed minutes', () => {
  expect(freeCancelUntil('2027-03-14T20:00:00.000Z', 1_440)).toBe('2027-03-13T20:00:00.000Z');
  expect(freeCancelUntil('2027-03-14T20:00:00.000Z', 90)).toBe('2027-03-14T18:30:00.000Z');
});

function Picker({ slots, here }: { slots: Slot[]; here: string }) {
  const [value, setValue] = useState<string | null>(null);
  return <SlotPicker slots={slots} value={value} onChange={setValue} localZone={here} />;
}

describe('the slot picker', () => {
  it('moves with the arrow keys and skips hours that are not open yet', async () => {
    const later = slot('2099-03-13T17:30:00.000Z', '10:30 AM', {
      opensForYouAt: '2099-03-01T16:00:00.000Z',
    });
    render(<Picker slots={[ten, later, eleven]} here="America/Phoenix" />);
    await userEvent.click(screen.getByRole('radio', { name: /^10:00 AM/ }));
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^11:00 AM/ }).checked).toBe(true);
    const closed = screen.getByRole<HTMLInputElement>('radio', {
      name: /opens for you Sun, Mar 1, 9:00 AM/,
    });
    expect(closed.disabled).toBe(true);
  });

  it('distinguishes the two hours repeated by a clock change', () => {
    const zone = 'America/Los_Angeles';
    const slots = [
      slot('2027-11-07T08:00:00.000Z', '1:00 AM', { zone, offset: '-07:00' }),
      slot('2027-11-07T09:00:00.000Z', '1:00 AM', { zone, offset: '-08:00' }),
    ];
    render(<Picker slots={slots} here={zone} />);
    expect(
      screen.getAllByRole('radio').map((radio) => radio.closest('label')!.textContent),
    ).toEqual(['1:00 AM PDT', '1:00 AM PST']);
    expect(screen.getByRole('group', { name: 'Times at the court, PDT and PST' })).toBeTruthy();
  });

  it("adds the viewer's time only if it differs", () => {
    render(<Picker slots={[ten]} here="Europe/Berlin" />);
    expect(screen.getByRole('radio', { name: /10:00 AM MST\s*6:00 PM your time/ })).toBeTruthy();
    cleanup();
    render(<Picker slots={[ten]} here="America/Denver" />);
    expect(screen.getByRole('radio', { name: /your time/ })).toBeTruthy();
    cleanup();
    render(<Picker slots={[ten]} here="America/Phoenix" />);
    expect(screen.queryByText(/your time/)).toBeNull();
  });
});

describe('a preselected hour', () => {
  const day = { start: '2099-03-13T17:00:00.000Z', zone: 'America/Phoenix' };

  it('appears with a hint to book it', () => {
    render(<PreselectedSlot {...day} />);
    expect(screen.getByRole('status').textContent).toBe(
      'You selected Fri, Mar 13, 10:00 AM MST. Book now to reserve it.',
    );
  });
});

describe('booking', () => {
  const day = (date: string) => `GET /api/courts/c1/availability/${date}`;
  const availability = day('2099-03-13');
  const away = () => [503, { code: 'store_unavailable', message: 'Away' }] as const;
  const base: Handlers = {
    'GET /api/auth/me': () => [200, robin],
    'GET /api/waiver/status': () => [200, waiverLike()],
    'GET /api/courts/c1': () => [200, courtLike()],
    [availability]: () => [200, [ten, eleven]],
  };
  function Panel() {
    const { data } = useQuery(courtQuery('c1'));
    return data && <BookingPanel court={data} />;
  }
  const show = (handlers: Handlers, query = '') => {
    const calls = mockApi({ ...base, ...handlers });
    renderAt(
      `/courts/c1?date=2099-03-13${query}`,
      <Routes>
        <Route path="/courts/c1" element={<Panel />} />
        <Route path="*" element={null} />
      </Routes>,
    );
    return calls;
  };
  const chosen = `&slot=${ten.start}`;
  const press = async (name: RegExp | string = 'Book Now') =>
    userEvent.click(await screen.findByRole('button', { name }));
  const ready = () => screen.findByDisplayValue('Robin Base');
  const posts = (calls: ReturnType<typeof mockApi>) =>
    calls.filter(({ name }) => name === 'POST /api/bookings');
  const address = () => screen.getByTestId('address').textContent;

  it('opens on today if it has free hours, otherwise on tomorrow', async () => {
    const zone = courtLike().zone;
    const today = dayInZone(new Date().toISOString(), zone);
    const open = (free: boolean) => {
      mockApi({
        ...base,
        [day(today)]: () => [200, free ? [ten] : []],
        [day(addDays(today, 1))]: () => [200, [ten]],
      });
      renderAt('/courts/c1', <Panel />);
      return screen.findByRole('radio', { name: /^10:00 AM/ });
    };
    const shown = (date: string) => screen.getByRole('button', { name: `Date ${dayLabel(date)}` });
    await open(true);
    expect(shown(today)).toBeTruthy();
    cleanup();
    await open(false);
    expect(shown(addDays(today, 1))).toBeTruthy();
  });

  it('sends a visitor to sign in', async () => {
    show({ 'GET /api/auth/me': signedOut }, chosen);
    await screen.findByRole('radio', { name: /^10:00 AM/ });
    await press();
    expect(await screen.findByText('You need to be logged in to book a court')).toBeTruthy();
    expect(address()).toBe('/login');
    expect(localStorage.getItem('courtly:redirect')).not.toBeNull();
  });

  it('asks to sign in again after the session ended and keeps the selection', async () => {
    const ended = { code: 'not_signed_in', message: 'Sign in first.' };
    show({ 'POST /api/bookings': () => [401, ended] }, chosen);
    await ready();
    await screen.findByRole('radio', { name: /^10:00 AM/ });
    await press();
    await waitFor(() => expect(address()).toBe('/login'));
    expect(localStorage.getItem('courtly:redirect')).not.toBeNull();
  });

  it('sends one request for a double click', async () => {
    const calls = show({ 'POST /api/bookings': () => [201, buildBooking()] }, chosen);
    await ready();
    await screen.findByRole('radio', { name: /^10:00 AM/ });
    const button = screen.getByRole('button', { name: 'Book Now' });
    act(() => [button, button].forEach((one) => one.click()));
    await waitFor(() => expect(address()).toBe('/checkout?bookingId=b1'));
    expect(posts(calls)).toHaveLength(1);
  });

  it('passes a challenge to the checkout and remembers it', async () => {
    const booked: Handlers = {
      'POST /api/bookings': () => [201, buildBooking()],
      'GET /api/players/u2': () => [200, memberLike()],
    };
    show(booked, `${chosen}&challenge=u2`);
    await ready();
    expect((await screen.findByText(/^You are challenging/)).textContent).toBe(
      'You are challenging Nadia: book this hour',
    );
    await press();
    await waitFor(() => expect(address()).toBe('/checkout?bookingId=b1&challenge=u2'));
    expect(challengedPlayerOf('b1')).toBe('u2');
  });

  it('remembers no challenge for an ordinary booking', async () => {
    show({ 'POST /api/bookings': () => [201, buildBooking()] }, chosen);
    await ready();
    await screen.findByRole('radio', { name: /^10:00 AM/ });
    await press();
    await waitFor(() => expect(address()).toBe('/checkout?bookingId=b1'));
    expect(challengedPlayerOf('b1')).toBeUndefined();
  });

  it('keeps the idempotency key until the server gives a final answer', async () => {
    const answers = [
      [504, {}],
      [409, { code: 'fair_use', message: 'You hold 3 open bookings.' }],
      [201, buildBooking()],
    ] as const;
    const calls = show({ 'POST /api/bookings': () => answers[posts(calls).length - 1]! }, chosen);
    await ready();
    await screen.findByRole('radio', { name: /^10:00 AM/ });
    for (const count of [1, 2, 3]) {
      await press();
      await waitFor(() => expect(posts(calls)).toHaveLength(count));
    }
    const [lost, refused, booked] = posts(calls).map(({ headers }) =>
      headers.get('Idempotency-Key'),
    );
    expect(refused).toBe(lost);
    expect(booked).not.toBe(lost);
  });

  it('shows the price quoted for the user', async () => {
    const quote = { ...courtLike().quote, serviceFee: '15.00', totalAmount: '315.00' };
    show({ 'GET /api/courts/c1': () => [200, courtLike({ quote })] }, chosen);
    expect(await screen.findByText('$315.00')).toBeTruthy();
    expect(
      await screen.findByText('Free cancellation until Thu, Mar 12, 10:00 AM MST.'),
    ).toBeTruthy();
  });

  it('jumps to the next day with a bookable hour', async () => {
    const closed = slot('2099-03-15T17:00:00.000Z', '10:00 AM', {
      opensForYouAt: '2099-03-01T16:00:00.000Z',
    });
    const later = slot('2099-03-16T17:00:00.000Z', '10:00 AM');
    show({
      'GET /api/courts/c1': () => [
        200,
        courtLike({ policy: { ...courtLike().policy, horizonDays: 99_999 } }),
      ],
      [availability]: () => [200, []],
      ...Object.fromEntries(
        [14, 17, 18, 19, 20].map((date) => [day(`2099-03-${date}`), () => [200, []] as const]),
      ),
      [day('2099-03-15')]: () => [200, [closed]],
      [day('2099-03-16')]: () => [200, [later]],
    });
    expect(await screen.findByText('No available times for this date')).toBeTruthy();
    await press('Next Available Day');
    await waitFor(() => expect(address()).toContain('date=2099-03-16'));
    expect(screen.getByRole('button', { name: 'Date Monday, Mar 16' })).toBeTruthy();
  });

  it('reports a failed search for the next free day and allows a retry', async () => {
    show({
      'GET /api/courts/c1': () => [
        200,
        courtLike({ policy: { ...courtLike().policy, horizonDays: 99_999 } }),
      ],
      [availability]: () => [200, []],
      ...Object.fromEntries(
        [14, 15, 16, 17, 18, 19, 20].map((date) => [day(`2099-03-${date}`), away]),
      ),
    });
    expect(await screen.findByText('No available times for this date')).toBeTruthy();
    await press('Next Available Day');
    expect(await screen.findByText("We couldn't check the following days.")).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Next Available Day' })).toBeTruthy();
  });

  it('explains a booking limit and links to the bookings', async () => {
    const refusal = { code: 'fair_use', message: 'You hold 3 open bookings, which is the limit.' };
    show({ 'POST /api/bookings': () => [409, refusal] }, chosen);
    await ready();
    await screen.findByRole('radio', { name: /^10:00 AM/ });
    await press();
    const link = await screen.findByRole('link', { name: 'My Bookings' });
    expect(link.closest('[role=status]')!.textContent).toContain(refusal.message);
  });

  it('requires an hour, then all contact fields', async () => {
    const calls = show({});
    await ready();
    await press();
    expect(await screen.findByText('Please select a time slot')).toBeTruthy();
    await userEvent.click(await screen.findByRole('radio', { name: /^10:00 AM/ }));
    await waitFor(() => expect(address()).toContain('slot='));
    await userEvent.clear(screen.getByLabelText('Phone'));
    await press();
    expect(await screen.findByText('Please fill in all contact information')).toBeTruthy();
    expect(posts(calls)).toHaveLength(0);
  });

  it('opens the waiver first and books after acceptance', async () => {
    const calls = show(
      {
        'GET /api/waiver/status': () => [
          200,
          waiverLike({ hasAcceptedWaiver: false, waiverAcceptedAt: null }),
        ],
        'POST /api/waiver/accept': () => [200, waiverLike()],
        'POST /api/bookings': () => [201, buildBooking()],
      },
      chosen,
    );
    await ready();
    await screen.findByRole('radio', { name: /^10:00 AM/ });
    await press();
    expect(posts(calls)).toHaveLength(0);
    await userEvent.click(await screen.findByRole('checkbox'));
    const accept = await screen.findByRole('button', { name: 'Accept' });
    jest.useFakeTimers();
    fireEvent.click(accept);
    await act(() => jest.advanceTimersByTimeAsync(499));
    expect(posts(calls)).toHaveLength(0);
    await act(() => jest.advanceTimersByTimeAsync(1));
    jest.useRealTimers();
    await waitFor(() => expect(address()).toBe('/checkout?bookingId=b1'));
    expect(posts(calls)).toHaveLength(1);
    expect(posts(calls)[0]!.body).toEqual({
      courtId: 'c1',
      startTime: ten.start,
      endTime: ten.end,
      totalAmount: '330.00',
      serviceFee: '30.00',
      notes: 'Contact: Robin Base, robin@example.test, 4805550123',
    });
    expect(posts(calls)[0]!.headers.get('Idempotency-Key')).toBeTruthy();
  });

  it('offers the nearest hours when the slot was just taken', async () => {
    const taken = {
      code: 'slot_taken',
      message: 'That time is no longer available.',
      details: { nearest: [eleven] },
    };
    show({ 'POST /api/bookings': () => [409, taken] }, chosen);
    await ready();
    await screen.findByRole('radio', { name: /^10:00 AM/ });
    await press();
    await press(/Fri, Mar 13, 11:00 AM/);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^11:00 AM/ }).checked).toBe(true);
    expect(screen.queryByText(/just taken/)).toBeNull();
  });

  it('shows the new price and books at it next time', async () => {
    const quote = {
      hourlyRate: '320.00',
      serviceFee: '32.00',
      totalAmount: '352.00',
      policyId: 'p',
    };
    const refusal = {
      code: 'price_changed',
      message: 'The price is now $352.00.',
      details: { quote },
    };
    const calls = show({ 'POST /api/bookings': () => [409, refusal] }, chosen);
    await ready();
    await screen.findByRole('radio', { name: /^10:00 AM/ });
    await press();
    expect(await screen.findByText('$352.00')).toBeTruthy();
    expect(
      screen.getByText('The price has changed. Please check it before you book.'),
    ).toBeTruthy();
    await press();
    await waitFor(() => expect(posts(calls)).toHaveLength(2));
    expect(posts(calls)[1]!.body).toMatchObject({ totalAmount: '352.00', serviceFee: '32.00' });
  });
});
