import type { Slot } from '@courtly/contracts/availability';
import type { Paper, PaperName } from '@courtly/contracts/papers';
import { useQuery } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import { buildBooking } from '../../testing/booking';
import { courtLike } from '../../testing/court';
import { memberLike } from '../../testing/ranking';
import { signedOut, renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { waiverLike } from '../../testing/waiver';
import { courtZone } from '../../testing/court-zone';
import { challengedPlayerOf } from '../../resources/player/challenge';
import { paths } from '../../config/paths';
import { courtQuery } from '../../resources/court/court-queries';
import { addDays, dayLabel } from '../../lib/days';
import { type CourtZone, dayInZone } from '../../lib/format';
import { BookingPanel } from './booking-panel';
import { CourtCalendar } from './court-calendar';
import { PreselectedSlot } from './preselected-slot';
import { PriceBreakdown, freeCancelUntil } from './price-breakdown';
import { SlotPicker } from './slot-picker';
import { readReturnPath } from '../../resources/session/return-path';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

const buildSlot = (start: string, time: string, changes: Partial<Slot> = {}): Slot => ({
  start,
  end: new Date(Date.parse(start) + 3_600_000).toISOString(),
  time,
  zone: 'America/Phoenix',
  offset: '-07:00',
  opensForYouAt: null,
  ...changes,
});
const tenSlot = buildSlot('2099-03-13T17:00:00.000Z', '10:00 AM');
const elevenSlot = buildSlot('2099-03-13T18:00:00.000Z', '11:00 AM');

it('computes the free cancellation deadline in elapsed minutes', () => {
  expect(freeCancelUntil('2027-03-14T20:00:00.000Z', 1_440)).toBe('2027-03-13T20:00:00.000Z');
  expect(freeCancelUntil('2027-03-14T20:00:00.000Z', 90)).toBe('2027-03-14T18:30:00.000Z');
});

it('offers free cancellation until its deadline', () => {
  const { quote } = courtLike();
  const deadline = freeCancelUntil(tenSlot.start, quote.freeCancelMinutes);
  const renderAtInstant = (now: string) => (
    <PriceBreakdown quote={quote} start={tenSlot.start} court={courtLike()} now={now} />
  );
  const { rerender } = render(renderAtInstant(new Date(Date.parse(deadline) - 1).toISOString()));
  expect(screen.getByText(/^Free cancellation until /)).toBeTruthy();
  rerender(renderAtInstant(deadline));
  expect(screen.getByText(/^Free cancellation is no longer available\./)).toBeTruthy();
});

it.each([
  ['added', false, ['Service fee', 'Sales tax (8.25%)']],
  ['included', true, ['Service fee', 'Includes Sales tax (8.25%)']],
])('an %s tax has a separate line in the price breakdown', (_, included, labels) => {
  const tax = { name: 'Sales tax', rate: 825, included, amount: '27.23' };
  render(
    <PriceBreakdown
      quote={{ ...courtLike().quote, tax }}
      start={null}
      court={courtLike()}
      now={tenSlot.start}
    />,
  );
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'One hour',
    ...labels,
  ]);
  expect(screen.getByText('$27.23')).toBeTruthy();
});

type PickerProps = { slots: Slot[]; here: string; court?: CourtZone };

function Picker({ slots, here, court = courtLike() }: PickerProps) {
  const [value, setValue] = useState<string | null>(null);
  const localZone = courtZone(here);
  return (
    <SlotPicker
      court={court}
      slots={slots}
      value={value}
      localZone={localZone}
      onChange={setValue}
    />
  );
}

it('the calendar requests the available days of each visible month, within the days that can be booked', async () => {
  const range = 'GET /api/courts/c1/free-days';
  const apiCalls = mockApi({ [range]: () => [200, [{ date: '2099-03-13', hours: 2 }]] });
  renderAt(
    '/',
    <CourtCalendar
      courtId="c1"
      value="2099-03-13"
      today="2099-03-10"
      last="2099-04-20"
      onChange={() => undefined}
    />,
  );
  await screen.findByRole('button', {
    name: 'Saturday, March 14, 2099, no available hours',
  });
  expect(screen.getByRole('button', { name: 'Friday, March 13, 2099' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Go to the Next Month' }));
  await screen.findByRole('button', { name: 'Monday, April 20, 2099, no available hours' });
  expect(apiCalls.map(({ url }) => url)).toEqual([
    '/api/courts/c1/free-days?from=2099-03-10&to=2099-03-31',
    '/api/courts/c1/free-days?from=2099-04-01&to=2099-04-20',
  ]);
});

describe('the slot picker', () => {
  it('moves with the arrow keys and skips hours that are not open yet', async () => {
    const lockedSlot = buildSlot('2099-03-13T17:30:00.000Z', '10:30 AM', {
      opensForYouAt: '2099-03-01T16:00:00.000Z',
    });
    render(<Picker slots={[tenSlot, lockedSlot, elevenSlot]} here="America/Phoenix" />);
    await userEvent.click(screen.getByRole('radio', { name: /^10:00 AM/ }));
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^11:00 AM/ }).checked).toBe(true);
    const closedRadio = screen.getByRole<HTMLInputElement>('radio', {
      name: /opens for you Sun, Mar 1, 9:00 AM/,
    });
    expect(closedRadio.disabled).toBe(true);
  });

  it('groups the hours into morning, afternoon, and evening', () => {
    const slots = [
      tenSlot,
      buildSlot('2099-03-13T19:00:00.000Z', '12:00 PM'),
      buildSlot('2099-03-14T00:00:00.000Z', '5:00 PM'),
    ];
    render(<Picker slots={slots} here="America/Phoenix" />);
    const hoursByPart = screen
      .getAllByRole('group')
      .map((group) => [
        group.getAttribute('aria-label'),
        within(group).getAllByRole('radio').length,
        within(group).getByRole('radio').closest('label')!.textContent,
      ]);
    expect(hoursByPart).toEqual([
      ['Morning', 1, '10:00 AM MST'],
      ['Afternoon', 1, '12:00 PM MST'],
      ['Evening', 1, '5:00 PM MST'],
    ]);
  });

  it('distinguishes the two hours that a clock change repeats', () => {
    const zone = 'America/Los_Angeles';
    const slots = [
      buildSlot('2027-11-07T08:00:00.000Z', '1:00 AM', { zone, offset: '-07:00' }),
      buildSlot('2027-11-07T09:00:00.000Z', '1:00 AM', { zone, offset: '-08:00' }),
    ];
    render(<Picker slots={slots} here={zone} court={courtZone(zone)} />);
    expect(
      screen.getAllByRole('radio').map((radio) => radio.closest('label')!.textContent),
    ).toEqual(['1:00 AM PDT', '1:00 AM PST']);
    expect(
      screen.getByRole('radiogroup', { name: 'Times at the court, PDT and PST' }),
    ).toBeTruthy();
  });

  it("shows the server's hour if the browser's zone data differs", () => {
    const slots = [buildSlot('2027-07-10T17:00:00.000Z', '9:00 AM')];
    const court = courtZone('America/Los_Angeles', '-08:00');
    render(<Picker slots={slots} here="America/Anchorage" court={court} />);
    expect(screen.getByRole('radio').closest('label')!.textContent).toBe('9:00 AM GMT-8');
  });

  it("adds the viewer's time only if it differs", () => {
    render(<Picker slots={[tenSlot]} here="Europe/Berlin" />);
    expect(screen.getByRole('radio', { name: /10:00 AM MST\s*6:00 PM your time/ })).toBeTruthy();
    cleanup();
    render(<Picker slots={[tenSlot]} here="America/Denver" />);
    expect(screen.getByRole('radio', { name: /your time/ })).toBeTruthy();
    cleanup();
    render(<Picker slots={[tenSlot]} here="America/Phoenix" />);
    expect(screen.queryByText(/your time/)).toBeNull();
  });
});

describe('a preselected hour', () => {
  const slotTime = { start: '2099-03-13T17:00:00.000Z', court: courtLike() };

  it('appears with a hint to book it', () => {
    render(<PreselectedSlot {...slotTime} />);
    expect(screen.getByRole('status').textContent).toBe(
      'You selected Fri, Mar 13, 10:00 AM MST. Book now to reserve it.',
    );
  });
});

describe('the booking panel', () => {
  const availabilityRoute = (date: string) => `GET /api/courts/c1/availability/${date}`;
  const marchAvailability = availabilityRoute('2099-03-13');
  const storeUnavailable = () => [503, { code: 'store_unavailable', message: 'Away' }] as const;
  const paperLike = (name: PaperName, paragraph = 'In advance.', version = '2026-11'): Paper => ({
    name,
    title: name,
    version,
    date: '2026-11-30',
    policyId: 'standard-1',
    draftNote: '',
    sections: [{ title: 'Payment', paragraphs: [paragraph] }],
  });
  const acceptedLike = (paper: Paper) => ({ ...paper, acceptedAt: '2026-11-30T12:00:00.000Z' });
  const shownPapers = {
    terms: { version: '2026-11', policyId: 'standard-1' },
    cancellationPolicy: { version: '2026-11', policyId: 'standard-1' },
  };
  const baseHandlers: Handlers = {
    'GET /api/papers/terms': () => [200, paperLike('terms')],
    'GET /api/papers/cancellation-policy': () => [200, paperLike('cancellation-policy')],
    'GET /api/auth/me': () => [200, robin],
    'GET /api/waiver/status': () => [200, waiverLike()],
    'GET /api/courts/c1': () => [200, courtLike()],
    'GET /api/courts/c1/free-days': () => [200, []],
    [marchAvailability]: () => [200, [tenSlot, elevenSlot]],
  };
  function Panel() {
    const { data } = useQuery(courtQuery('c1'));
    return data && <BookingPanel court={data} />;
  }
  const renderPanel = (handlers: Handlers, query = '') => {
    const apiCalls = mockApi({ ...baseHandlers, ...handlers });
    renderAt(
      `/courts/c1?date=2099-03-13${query}`,
      <Routes>
        <Route path="/courts/c1" element={<Panel />} />
        <Route path="*" element={null} />
      </Routes>,
    );
    return apiCalls;
  };
  const slotParam = `&slot=${tenSlot.start}`;
  const selectedPath = paths.courtHour('c1', '2099-03-13', tenSlot.start);
  const clickButton = async (name: RegExp | string = 'Book Now') =>
    userEvent.click(await screen.findByRole('button', { name }));
  const findContactField = () => screen.findByDisplayValue('Robin Base');
  const bookingPosts = (apiCalls: ReturnType<typeof mockApi>) =>
    apiCalls.filter(({ name }) => name === 'POST /api/bookings');
  const currentUrl = () => screen.getByTestId('address').textContent;

  it('starts with today if it has available hours, otherwise with tomorrow', async () => {
    const today = dayInZone(new Date().toISOString(), courtLike());
    const renderForToday = (hasFreeHour: boolean) => {
      mockApi({
        ...baseHandlers,
        [availabilityRoute(today)]: () => [200, hasFreeHour ? [tenSlot] : []],
        [availabilityRoute(addDays(today, 1))]: () => [200, [tenSlot]],
      });
      renderAt('/courts/c1', <Panel />);
      return screen.findByRole('radio', { name: /^10:00 AM/ });
    };
    const shownDate = (date: string) =>
      within(screen.getByRole('group', { name: 'Date' })).getByText(dayLabel(date));
    await renderForToday(true);
    expect(shownDate(today)).toBeTruthy();
    cleanup();
    await renderForToday(false);
    expect(shownDate(addDays(today, 1))).toBeTruthy();
  });

  it.each([
    ['an unverified email', false, 1],
    ['a verified email', true, 0],
  ])(
    'explains how to be recognized only to an uninvited player without a verified email: %s',
    async (_, isVerified, count) => {
      const how = 'This court is by invitation only.';
      renderPanel({
        'GET /api/auth/me': () => [200, { ...robin, isEmailVerified: isVerified }],
        'GET /api/courts/c1': () => [
          200,
          { ...courtLike(), access: { kind: 'invite', mayBook: false, how } },
        ],
      });
      await findContactField();
      expect(screen.getByText(how)).toBeTruthy();
      expect(screen.queryAllByRole('button', { name: 'Send Verification Link' })).toHaveLength(
        count,
      );
    },
  );

  it.each([
    ['terms', 'The terms of service have changed since you agreed to them.'],
    ['cancellation-policy', 'The cancellation policy has changed since your last booking.'],
  ] as const)(
    'says before a booking that %s have changed, and only that',
    async (changed, note) => {
      const names = ['terms', 'cancellation-policy'] as const;
      const accepted = names.map((name) =>
        acceptedLike(paperLike(name, name === changed ? 'By card.' : undefined)),
      );
      const apiCalls = renderPanel({ 'GET /api/accepted-papers': () => [200, accepted] });
      const link = await screen.findByRole('link', { name: 'cancellation policy' });
      expect(link.getAttribute('href')).toBe('/cancellation-policy');
      await waitFor(() =>
        expect(apiCalls.filter(({ name }) => name.startsWith('GET /api/papers/'))).toHaveLength(2),
      );
      expect((await screen.findByText(note)).getAttribute('role')).toBe('note');
      expect(screen.getAllByRole('note')).toHaveLength(1);
    },
  );

  const focusWindow = () => act(() => void window.dispatchEvent(new Event('visibilitychange')));
  const changedNote = 'The terms of service have changed since you agreed to them.';
  const unknownNote = 'The terms or the cancellation policy may have changed.';

  it.each([
    [
      'is opened again',
      async () => {
        await clickButton('Leave or return');
        await clickButton('Leave or return');
      },
    ],
    ['regains focus', focusWindow],
  ])('says that terms have changed since it was loaded when it %s', async (_, visitAgain) => {
    function Visits() {
      const [isOpen, setIsOpen] = useState(true);
      return (
        <>
          <button onClick={() => setIsOpen(!isOpen)}>Leave or return</button>
          {isOpen && <Panel />}
        </>
      );
    }
    let current = paperLike('terms');
    const apiCalls = mockApi({
      ...baseHandlers,
      'GET /api/accepted-papers': () => [200, [acceptedLike(paperLike('terms'))]],
      'GET /api/papers/terms': () => [200, current],
    });
    renderAt('/courts/c1?date=2099-03-13', <Visits />);
    await findContactField();
    await waitFor(() =>
      expect(apiCalls.some(({ name }) => name === 'GET /api/papers/terms')).toBe(true),
    );
    expect(screen.queryByRole('note')).toBeNull();
    current = paperLike('terms', 'By card.');
    await visitAgain();
    expect(await screen.findByText(changedNote)).toBeTruthy();
  });

  it.each([
    ['GET /api/accepted-papers', shownPapers],
    ['GET /api/papers/terms', undefined],
    ['GET /api/papers/cancellation-policy', undefined],
  ])(
    'says that papers may have changed if %s fails, and books only with papers that it has',
    async (failed, papers) => {
      const apiCalls = renderPanel(
        { [failed]: storeUnavailable, 'POST /api/bookings': () => [201, buildBooking()] },
        slotParam,
      );
      expect((await screen.findByText(unknownNote)).getAttribute('role')).toBe('note');
      await screen.findByRole('radio', { name: /^10:00 AM/ });
      await clickButton();
      await waitFor(() => expect(currentUrl()).toBe('/checkout?bookingId=b1'));
      const { papers: sentPapers } = bookingPosts(apiCalls)[0]!.body as { papers?: unknown };
      expect(sentPapers).toEqual(papers);
    },
  );

  it('sends no papers before it knows whether they have changed', async () => {
    const apiCalls = renderPanel(
      {
        'GET /api/accepted-papers': () => new Promise<never>(() => undefined),
        'POST /api/bookings': () => [201, buildBooking()],
      },
      slotParam,
    );
    await findContactField();
    await screen.findByRole('radio', { name: /^10:00 AM/ });
    await clickButton();
    await waitFor(() => expect(currentUrl()).toBe('/checkout?bookingId=b1'));
    expect(bookingPosts(apiCalls)[0]!.body).not.toHaveProperty('papers');
  });

  it('repeats a lost request without the papers that have loaded since', async () => {
    let works = false;
    const apiCalls = renderPanel(
      {
        'GET /api/papers/terms': () => (works ? [200, paperLike('terms')] : storeUnavailable()),
        'POST /api/bookings': () => (works ? [201, buildBooking()] : [504, {}]),
      },
      slotParam,
    );
    await screen.findByText(unknownNote);
    await screen.findByRole('radio', { name: /^10:00 AM/ });
    await clickButton();
    await screen.findByText('Error creating booking');
    works = true;
    focusWindow();
    await waitFor(() => expect(screen.queryByText(unknownNote)).toBeNull());
    await clickButton();
    await waitFor(() => expect(currentUrl()).toBe('/checkout?bookingId=b1'));
    const [lost, repeated] = bookingPosts(apiCalls);
    expect(repeated!.body).toEqual(lost!.body);
    expect(repeated!.headers.get('Idempotency-Key')).toBe(lost!.headers.get('Idempotency-Key'));
  });

  it('shows what has changed after a refusal, and sends the new versions next time', async () => {
    let current = paperLike('terms');
    const message = 'The terms or the cancellation policy may have changed.';
    const apiCalls = renderPanel(
      {
        'GET /api/accepted-papers': () => [200, [acceptedLike(paperLike('terms'))]],
        'GET /api/papers/terms': () => [200, current],
        'POST /api/bookings': () => {
          if (current.version === '2027-01') return [201, buildBooking()];
          current = paperLike('terms', 'By card.', '2027-01');
          return [409, { code: 'policy_changed', message }];
        },
      },
      slotParam,
    );
    await findContactField();
    await screen.findByRole('radio', { name: /^10:00 AM/ });
    await clickButton();
    expect(await screen.findByText(changedNote)).toBeTruthy();
    await clickButton();
    await waitFor(() => expect(currentUrl()).toBe('/checkout?bookingId=b1'));
    expect(bookingPosts(apiCalls)[1]!.body).toMatchObject({
      papers: { ...shownPapers, terms: { version: '2027-01', policyId: 'standard-1' } },
    });
  });

  it('sends a visitor to sign in', async () => {
    renderPanel({ 'GET /api/auth/me': signedOut }, slotParam);
    await screen.findByRole('radio', { name: /^10:00 AM/ });
    await clickButton();
    expect(await screen.findByText('You need to be logged in to book a court')).toBeTruthy();
    expect(currentUrl()).toBe('/login');
    expect(readReturnPath()).toBe(selectedPath);
  });

  it('keeps a selection that the URL does not show yet', async () => {
    renderPanel({ 'GET /api/auth/me': signedOut });
    const hour = await screen.findByRole('radio', { name: /^10:00 AM/ });
    act(() => {
      hour.click();
      screen.getByRole('button', { name: 'Book Now' }).click();
    });
    await waitFor(() => expect(currentUrl()).toBe('/login'));
    expect(readReturnPath()).toBe(selectedPath);
  });

  it('asks to sign in again after the session ended and keeps the selection', async () => {
    const sessionEnded = { code: 'not_signed_in', message: 'Sign in first.' };
    renderPanel({ 'POST /api/bookings': () => [401, sessionEnded] }, slotParam);
    await findContactField();
    await screen.findByRole('radio', { name: /^10:00 AM/ });
    await clickButton();
    await waitFor(() => expect(currentUrl()).toBe('/login'));
    expect(readReturnPath()).toBe(selectedPath);
  });

  it('asks for the sport only if the court offers several, with none preselected', async () => {
    const sports = ['tennis', 'pickleball'] as const;
    const apiCalls = renderPanel(
      {
        'GET /api/courts/c1': () => [200, courtLike({ sports: [...sports] })],
        'POST /api/bookings': () => [201, buildBooking()],
      },
      slotParam,
    );
    await findContactField();
    await screen.findByRole('radio', { name: /^10:00 AM/ });
    const sportRadio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
    expect([sportRadio('Tennis'), sportRadio('Pickleball')].map(({ checked }) => checked)).toEqual([
      false,
      false,
    ]);
    await clickButton();
    expect(screen.getByText('Choose a sport')).toBeTruthy();
    expect(bookingPosts(apiCalls)).toHaveLength(0);
    await userEvent.click(sportRadio('Pickleball'));
    await clickButton();
    await waitFor(() => expect(bookingPosts(apiCalls)).toHaveLength(1));
    expect(bookingPosts(apiCalls)[0]!.body).toMatchObject({ sport: 'pickleball' });
    cleanup();
    renderPanel({}, slotParam);
    await findContactField();
    expect(screen.queryByRole('radiogroup', { name: 'What will you play?' })).toBeNull();
  });

  it('asks for the sport if the court has added one since it was loaded', async () => {
    const message = 'Choose a sport.';
    let sports: ('tennis' | 'pickleball')[] = ['tennis'];
    renderPanel(
      {
        'GET /api/courts/c1': () => [200, courtLike({ sports })],
        'POST /api/bookings': () => {
          sports = ['tennis', 'pickleball'];
          const details = { fields: [{ field: 'sport', message }] };
          return [400, { code: 'invalid_request', message, details }];
        },
      },
      slotParam,
    );
    await findContactField();
    await screen.findByRole('radio', { name: /^10:00 AM/ });
    expect(screen.queryByRole('radio', { name: 'Pickleball' })).toBeNull();
    await clickButton();
    expect(await screen.findByRole('radio', { name: 'Pickleball' })).toBeTruthy();
  });

  it('sends one request for a double click', async () => {
    const apiCalls = renderPanel({ 'POST /api/bookings': () => [201, buildBooking()] }, slotParam);
    await findContactField();
    await screen.findByRole('radio', { name: /^10:00 AM/ });
    const bookButton = screen.getByRole('button', { name: 'Book Now' });
    act(() => [bookButton, bookButton].forEach((bookButtonElement) => bookButtonElement.click()));
    await waitFor(() => expect(currentUrl()).toBe('/checkout?bookingId=b1'));
    expect(bookingPosts(apiCalls)).toHaveLength(1);
  });

  it('passes a challenge to the checkout and remembers it', async () => {
    const challengeHandlers: Handlers = {
      'POST /api/bookings': () => [201, buildBooking()],
      'GET /api/players/u2': () => [200, memberLike()],
    };
    renderPanel(challengeHandlers, `${slotParam}&challenge=u2`);
    await findContactField();
    expect((await screen.findByText(/^You're challenging/)).textContent).toBe(
      "You're challenging Nadia: book this hour",
    );
    await clickButton();
    await waitFor(() => expect(currentUrl()).toBe('/checkout?bookingId=b1&challenge=u2'));
    expect(challengedPlayerOf('b1')).toBe('u2');
  });

  it('remembers no challenge for an ordinary booking', async () => {
    renderPanel({ 'POST /api/bookings': () => [201, buildBooking()] }, slotParam);
    await findContactField();
    await screen.findByRole('radio', { name: /^10:00 AM/ });
    await clickButton();
    await waitFor(() => expect(currentUrl()).toBe('/checkout?bookingId=b1'));
    expect(challengedPlayerOf('b1')).toBeUndefined();
  });

  it('keeps the idempotency key until the server gives a final response', async () => {
    const responses = [
      [504, {}],
      [409, { code: 'fair_use', message: 'You hold 3 open bookings.' }],
      [201, buildBooking()],
    ] as const;
    const apiCalls = renderPanel(
      { 'POST /api/bookings': () => responses[bookingPosts(apiCalls).length - 1]! },
      slotParam,
    );
    await findContactField();
    await screen.findByRole('radio', { name: /^10:00 AM/ });
    for (const count of [1, 2, 3]) {
      await clickButton();
      await waitFor(() => expect(bookingPosts(apiCalls)).toHaveLength(count));
    }
    const [lostKey, refusedKey, bookedKey] = bookingPosts(apiCalls).map(({ headers }) =>
      headers.get('Idempotency-Key'),
    );
    expect(refusedKey).toBe(lostKey);
    expect(bookedKey).not.toBe(lostKey);
  });

  it('shows the price quoted for the user', async () => {
    const memberQuote = { ...courtLike().quote, serviceFee: '15.00', totalAmount: '315.00' };
    renderPanel(
      { 'GET /api/courts/c1': () => [200, courtLike({ quote: memberQuote })] },
      slotParam,
    );
    expect(await screen.findByText('$315')).toBeTruthy();
    expect(
      await screen.findByText('Free cancellation until Thu, Mar 12, 10:00 AM MST.'),
    ).toBeTruthy();
  });

  it('jumps to the next day with a bookable hour', async () => {
    const lockedSlot = buildSlot('2099-03-15T17:00:00.000Z', '10:00 AM', {
      opensForYouAt: '2099-03-01T16:00:00.000Z',
    });
    const laterSlot = buildSlot('2099-03-16T17:00:00.000Z', '10:00 AM');
    renderPanel({
      'GET /api/courts/c1': () => [
        200,
        courtLike({ policy: { ...courtLike().policy, horizonDays: 99_999 } }),
      ],
      [marchAvailability]: () => [200, []],
      ...Object.fromEntries(
        [14, 17, 18, 19, 20].map((date) => [
          availabilityRoute(`2099-03-${date}`),
          () => [200, []] as const,
        ]),
      ),
      [availabilityRoute('2099-03-15')]: () => [200, [lockedSlot]],
      [availabilityRoute('2099-03-16')]: () => [200, [laterSlot]],
    });
    expect(await screen.findByText('No available times for this date')).toBeTruthy();
    await clickButton('Next Available Day');
    await waitFor(() => expect(currentUrl()).toContain('date=2099-03-16'));
    expect(screen.getByText('Monday, Mar 16')).toBeTruthy();
  });

  it('reports a failed search for the next available day and allows a retry', async () => {
    renderPanel({
      'GET /api/courts/c1': () => [
        200,
        courtLike({ policy: { ...courtLike().policy, horizonDays: 99_999 } }),
      ],
      [marchAvailability]: () => [200, []],
      ...Object.fromEntries(
        [14, 15, 16, 17, 18, 19, 20].map((date) => [
          availabilityRoute(`2099-03-${date}`),
          storeUnavailable,
        ]),
      ),
    });
    expect(await screen.findByText('No available times for this date')).toBeTruthy();
    await clickButton('Next Available Day');
    expect(await screen.findByText("We couldn't check the following days.")).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Next Available Day' })).toBeTruthy();
  });

  it('explains a booking limit and links to the bookings', async () => {
    const refusalBody = {
      code: 'fair_use',
      message: 'You hold 3 open bookings, which is the limit.',
    };
    renderPanel({ 'POST /api/bookings': () => [409, refusalBody] }, slotParam);
    await findContactField();
    await screen.findByRole('radio', { name: /^10:00 AM/ });
    await clickButton();
    const bookingsLink = await screen.findByRole('link', { name: 'My Bookings' });
    expect(bookingsLink.closest('[role=status]')!.textContent).toContain(refusalBody.message);
  });

  it('requires an hour, then all contact fields', async () => {
    const apiCalls = renderPanel({ 'GET /api/auth/me': () => [200, { ...robin, phone: '' }] });
    await findContactField();
    await clickButton();
    expect(await screen.findByText('Please select a time slot')).toBeTruthy();
    await userEvent.click(await screen.findByRole('radio', { name: /^10:00 AM/ }));
    await waitFor(() => expect(currentUrl()).toContain('slot='));
    await clickButton();
    expect(await screen.findByText('Please fill in all contact information')).toBeTruthy();
    expect(bookingPosts(apiCalls)).toHaveLength(0);
  });

  it('opens the waiver first and books after acceptance', async () => {
    let acceptedAt = 0;
    let bookedAt = 0;
    const apiCalls = renderPanel(
      {
        'GET /api/waiver/status': () => [
          200,
          waiverLike({ hasAcceptedWaiver: false, waiverAcceptedAt: null }),
        ],
        'POST /api/waiver/accept': () => {
          acceptedAt = performance.now();
          return [200, waiverLike()];
        },
        'POST /api/bookings': () => {
          bookedAt = performance.now();
          return [201, buildBooking()];
        },
      },
      slotParam,
    );
    await findContactField();
    await screen.findByRole('radio', { name: /^10:00 AM/ });
    await userEvent.type(screen.getByLabelText(/^Note to the host/), ' Two of us ');
    await clickButton();
    expect(bookingPosts(apiCalls)).toHaveLength(0);
    await userEvent.click(await screen.findByRole('checkbox', { name: /I have read/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(currentUrl()).toBe('/checkout?bookingId=b1'));
    // The dialog says for half a second that the waiver was accepted.
    expect(bookedAt - acceptedAt).toBeGreaterThanOrEqual(499);
    expect(bookingPosts(apiCalls)).toHaveLength(1);
    expect(bookingPosts(apiCalls)[0]!.body).toEqual({
      courtId: 'c1',
      startTime: tenSlot.start,
      endTime: tenSlot.end,
      totalAmount: '330.00',
      serviceFee: '30.00',
      notes: 'Two of us',
      papers: shownPapers,
    });
    expect(bookingPosts(apiCalls)[0]!.headers.get('Idempotency-Key')).toBeTruthy();
  });

  it('offers the nearest hours when the slot was just taken', async () => {
    const slotTaken = {
      code: 'slot_taken',
      message: 'That time is no longer available.',
      details: { nearest: [elevenSlot] },
    };
    renderPanel({ 'POST /api/bookings': () => [409, slotTaken] }, slotParam);
    await findContactField();
    await screen.findByRole('radio', { name: /^10:00 AM/ });
    await clickButton();
    await clickButton(/Fri, Mar 13, 11:00 AM/);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^11:00 AM/ }).checked).toBe(true);
    expect(screen.queryByText(/just taken/)).toBeNull();
  });

  it('shows the new price, and books at that price next time', async () => {
    const newQuote = {
      hourlyRate: '320.00',
      serviceFee: '32.00',
      tax: null,
      totalAmount: '352.00',
      policyId: 'p',
    };
    const refusalBody = {
      code: 'price_changed',
      message: 'The price is now $352.00.',
      details: { quote: newQuote },
    };
    const apiCalls = renderPanel({ 'POST /api/bookings': () => [409, refusalBody] }, slotParam);
    await findContactField();
    await screen.findByRole('radio', { name: /^10:00 AM/ });
    await clickButton();
    expect(await screen.findByText('$352')).toBeTruthy();
    expect(
      screen.getByText('The price has changed. Please check it before you book.'),
    ).toBeTruthy();
    await clickButton();
    await waitFor(() => expect(bookingPosts(apiCalls)).toHaveLength(2));
    expect(bookingPosts(apiCalls)[1]!.body).toMatchObject({
      totalAmount: '352.00',
      serviceFee: '32.00',
    });
  });
});
