import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { BookingGuests, Guest } from '@courtly/contracts/guest-waivers';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildBooking, buildHostBooking } from '../../testing/booking';
import { BookingRows } from '../../resources/booking/booking-rows';
import { figuresLike } from '../../testing/earnings';
import { renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { BookingsPage } from './bookings-page';

afterEach(cleanup);

const gus: Guest = {
  id: 'gus',
  name: 'Gus Guest',
  email: null,
  token: 'b1-gus-1-proof',
  signedAt: null,
  signature: null,
};
const guestsLike = (guests: Guest[], changes: Partial<BookingGuests> = {}): BookingGuests => ({
  rule: 'warn',
  people: 1 + guests.length,
  signed: 1 + guests.filter(({ signedAt }) => signedAt !== null).length,
  guests,
  mostGuests: 3,
  canAdd: true,
  ...changes,
});
const upcomingHandler =
  (booking: ReturnType<typeof buildBooking>): Handlers[string] =>
  ({ query }) => [200, query.get('when') === 'upcoming' ? [booking] : []];
const GUESTS = '/api/bookings/b1/guests';

const openGuests = async (handlers: Handlers, booking = buildBooking()) => {
  const apiCalls = mockApi({
    'GET /api/auth/me': () => [200, robin],
    'GET /api/bookings': upcomingHandler(booking),
    ...handlers,
  });
  renderAt('/bookings', <BookingsPage />);
  await userEvent.click(await screen.findByRole('button', { name: /^Guests of/ }));
  await screen.findByRole('dialog', { name: 'Guests and waivers' });
  return apiCalls;
};
const card = () => within(screen.getByRole('article', { hidden: true }));
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

describe('the guests of a booking', () => {
  it('get a link that the player can copy, and are counted on the card', async () => {
    userEvent.setup();
    const copy = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const apiCalls = await openGuests({
      [`GET ${GUESTS}`]: () => [200, guestsLike([])],
      [`POST ${GUESTS}`]: () => [201, guestsLike([gus])],
    });
    expect(await screen.findByText(/You haven't added any guests/)).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Guest's name"), 'Gus Guest');
    await press('Add Guest');
    await press('Copy Link: Gus Guest');
    expect(copy).toHaveBeenCalledWith('http://localhost/waivers/b1-gus-1-proof');
    const post = apiCalls.find(({ name }) => name.startsWith('POST'))!;
    expect(post.body).toEqual({ name: 'Gus Guest' });
    expect(post.headers.get('Idempotency-Key')).toBeTruthy();
    expect(card().getByText(/Waiver: 1 of 2 signed. 1 guest still needs to sign/)).toBeTruthy();
  });

  it('can be removed, and their link replaced', async () => {
    const signed = { name: 'August Guest', guardian: null, version: '1' };
    const apiCalls = await openGuests({
      [`GET ${GUESTS}`]: () => [200, guestsLike([gus])],
      [`POST ${GUESTS}/gus/link`]: () => [200, guestsLike([{ ...gus, token: 'b1-gus-2-proof' }])],
      [`DELETE ${GUESTS}/gus`]: () => [
        200,
        guestsLike([
          {
            ...gus,
            id: 'eva',
            token: null,
            signedAt: '2027-01-02T10:00:00.000Z',
            signature: signed,
          },
        ]),
      ],
    });
    const changes = () => apiCalls.filter(({ name }) => /POST|DELETE/.test(name));
    await press('Replace Link: Gus Guest');
    await press('Keep Link');
    await press('Remove: Gus Guest');
    await press('Keep Guest');
    expect(changes()).toEqual([]);
    await press('Replace Link: Gus Guest');
    await press('Replace the Link');
    await press('Remove: Gus Guest');
    await press('Remove Guest');
    expect(await screen.findByText(/Signed as August Guest/)).toBeTruthy();
    expect(changes().map(({ name }) => name)).toEqual([
      `POST ${GUESTS}/gus/link`,
      `DELETE ${GUESTS}/gus`,
    ]);
  });

  it('can be removed after a cancellation or the hour, unless they are erased', async () => {
    const erased = { ...gus, id: 'eva', name: '', token: null };
    await openGuests({
      [`GET ${GUESTS}`]: () => [
        200,
        guestsLike([{ ...gus, token: null }, erased], { canAdd: false }),
      ],
      [`DELETE ${GUESTS}/gus`]: () => [200, guestsLike([erased], { canAdd: false })],
    });
    await press(/^Remove: /);
    await press('Remove Guest');
    expect(await screen.findByText('Guest')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Link: |Remove: |Add Guest/ })).toBeNull();
  });

  it('are limited by the court, and errors appear at their field', async () => {
    const fields = [{ field: 'name', message: 'Use a name without a link' }];
    await openGuests({
      [`GET ${GUESTS}`]: () => [200, guestsLike([gus], { mostGuests: 2 })],
      [`POST ${GUESTS}`]: () => [
        400,
        { code: 'invalid_request', message: '', details: { fields } },
      ],
    });
    await userEvent.type(await screen.findByLabelText("Guest's name"), 'Gus');
    await press('Add Guest');
    expect(await screen.findByText('Use a name without a link')).toBeTruthy();
    cleanup();
    await openGuests({ [`GET ${GUESTS}`]: () => [200, guestsLike([gus], { mostGuests: 1 })] });
    expect(await screen.findByText('This court allows 2 players.')).toBeTruthy();
    expect(screen.queryByLabelText("Guest's name")).toBeNull();
  });

  it('must sign before the host admits anyone, if the policy blocks entry', async () => {
    const rule = 'block' as const;
    const hosted = buildHostBooking({
      status: 'confirmed',
      waivers: { rule, people: 2, signed: 1 },
    });
    mockApi({
      'GET /api/auth/me': () => [200, { ...robin, role: 'host' }],
      'GET /api/bookings': () => [200, []],
      'GET /api/host/bookings': upcomingHandler(hosted),
      'GET /api/host/courts': () => [200, []],
      'GET /api/host/figures': () => [200, figuresLike()],
      [`GET ${GUESTS}`]: () => [
        200,
        guestsLike([{ ...gus, token: null }], { rule, canAdd: false }),
      ],
    });
    renderAt('/bookings', <BookingsPage />);
    const warning = /Waiver: 1 of 2 signed. Entry not allowed until everyone has signed/;
    expect(await screen.findByText(warning)).toBeTruthy();
    await press(/^Guests of/);
    expect(await screen.findByText('Not signed')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Link: |Remove: |Add Guest/ })).toBeNull();
  });

  it('are counted in lists of bookings, if there are any', () => {
    mockApi({});
    const waivers = { rule: 'warn', people: 3, signed: 1 } as const;
    const hosted = buildHostBooking({ status: 'confirmed', waivers });
    const past = buildHostBooking({
      id: 'b3',
      status: 'completed',
      waivers: { ...waivers, rule: 'off' },
    });
    renderAt('/', <BookingRows bookings={[hosted, buildBooking({ id: 'b2' }), past]} />);
    const lines = screen.getAllByText(/^Waiver/).map(({ textContent }) => textContent);
    expect(lines).toEqual([
      'Waiver: 1 of 3 signed. Ask the guests to sign before you let them in.',
      'Waiver: 1 of 3 signed.',
    ]);
  });

  it('are not mentioned if no one is asked to sign', async () => {
    mockApi({
      'GET /api/auth/me': () => [200, robin],
      'GET /api/bookings': upcomingHandler(buildBooking({ waivers: null })),
    });
    renderAt('/bookings', <BookingsPage />);
    await screen.findByRole('article');
    expect(screen.queryByText(/Waiver/)).toBeNull();
  });
});
