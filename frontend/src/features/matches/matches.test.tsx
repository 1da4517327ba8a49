import { afterEach, describe, expect, it } from '@jest/globals';
import type { ChallengedHour, Match } from '@courtly/contracts/matches';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { loggedLabel, scoreLabel, statusLabel } from '../../resources/match/match-labels';
import { buildBooking } from '../../testing/booking';
import { matchLike } from '../../testing/match';
import { renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { MatchesPage } from './matches-page';

afterEach(cleanup);

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const show = (matches: Match[], otherHandlers: Handlers = {}, at = '/matches') => {
  const apiCalls = mockApi({
    'GET /api/auth/me': () => [200, robin],
    'GET /api/matches': () => [200, matches],
    'GET /api/challenged-hours': () => [200, []],
    ...otherHandlers,
  });
  renderAt(
    at,
    <Routes>
      <Route path="/matches/*" element={<MatchesPage />} />
    </Routes>,
  );
  return apiCalls;
};

describe('match labels', () => {
  it("show the score from the viewer's side", () => {
    expect(scoreLabel(matchLike())).toBe('Lost 4–6');
    expect(scoreLabel(matchLike({ role: 'logger' }))).toBe('Won 6–4');
    expect(scoreLabel(matchLike({ role: 'partner', result: 'loss', gamesWon: 2 }))).toBe(
      'Lost 2–4',
    );
    expect(scoreLabel(matchLike({ result: 'draw', gamesWon: 4 }))).toBe('Draw 4–4');
  });
  it('name the player who logged the match, even a former member', () => {
    expect(loggedLabel(matchLike())).toBe('Nadia Ferro logged it, with you as an opponent');
    expect(
      loggedLabel(matchLike({ role: 'partner', loggedBy: { firstName: '', lastName: '' } })),
    ).toBe('A former member logged it, with you as the partner');
    expect(loggedLabel(matchLike({ role: 'logger' }))).toBe('You logged it');
  });
  it('describe the status of a match', () => {
    expect(statusLabel(matchLike())).toMatch(/^Please respond by Mon, Mar 15, 11:00 AM/);
    const loggerSide = { role: 'logger', answerBy: null } as const;
    expect(statusLabel(matchLike(loggerSide))).toBe('Waiting for the others to respond');
    expect(statusLabel(matchLike({ ...loggerSide, players: [] }))).toMatch(/^No opponent is named/);
    expect(statusLabel(matchLike({ status: 'auto_confirmed' }))).toMatch(
      /^No one responded in time/,
    );
  });
});

describe('an opponent in a match', () => {
  it('sees the other players but not themselves', async () => {
    const [player] = matchLike().players;
    const ownReview = { ...player!, id: 'p8', playerId: robin.id, playerName: 'Robin Base' };
    show([
      matchLike({
        players: [
          ownReview,
          { ...player!, id: 'p9', playerId: null, playerName: 'Olga' },
          { ...player!, id: 'p7', playerId: 'u7', playerName: 'Rosa', answer: 'agreed' },
        ],
      }),
    ]);
    expect(await screen.findByText('Olga, opponent')).toBeTruthy();
    expect(screen.getByText('Rosa, opponent, confirmed')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/Robin Base/)).toBeNull());
  });

  it('can block the logger and everyone who responded, but no one else', async () => {
    const [player] = matchLike().players;
    const apiCalls = show(
      [
        matchLike({
          players: [
            { ...player!, id: 'p8', playerId: robin.id, playerName: 'Robin Base' },
            { ...player!, id: 'p9', playerId: null, playerName: 'Olga' },
            { ...player!, id: 'p7', playerId: 'u7', playerName: 'Rosa', answer: 'agreed' },
          ],
        }),
      ],
      {
        'POST /api/blocks': () => [
          201,
          { id: 'x1', name: 'Nadia', blockedAt: '2027-03-01T10:00:00.000Z' },
        ],
      },
    );
    const about = 'the match at';
    expect(
      await screen.findByRole('button', { name: new RegExp(`^Block Rosa: ${about}`) }),
    ).toBeTruthy();
    await waitFor(() => expect(screen.getAllByRole('button', { name: /^Block / })).toHaveLength(2));
    await press(new RegExp(`^Block Nadia: ${about}`));
    const dialog = within(await screen.findByRole('dialog', { name: 'Block Nadia?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Block' }));
    expect(await screen.findByText('Nadia is blocked')).toBeTruthy();
    expect(apiCalls.find(({ name }) => name === 'POST /api/blocks')!.body).toEqual({
      playerId: matchLike().userId,
    });
  });

  it('confirms a result', async () => {
    const apiCalls = show([matchLike()], {
      'POST /api/matches/b1_u2/confirm': () => [
        200,
        matchLike({ status: 'confirmed', answerBy: null }),
      ],
    });
    await press(/^Confirm:/);
    expect(await screen.findByText('Result confirmed')).toBeTruthy();
    expect(apiCalls.some(({ name }) => name === 'POST /api/matches/b1_u2/confirm')).toBe(true);
  });

  it('disputes a result with a reason', async () => {
    const apiCalls = show([matchLike()], {
      'POST /api/matches/b1_u2/dispute': () => [200, matchLike({ status: 'disputed' })],
    });
    await press(/^Dispute:/);
    await press('Dispute Result');
    expect(await screen.findByText('Say why, in a few words')).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/^What is incorrect/), 'It was 4-6.');
    await press('Dispute Result');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(apiCalls.find(({ name }) => name.endsWith('/dispute'))!.body).toEqual({
      reason: 'It was 4-6.',
    });
  });

  it('says that they were not there', async () => {
    const apiCalls = show([matchLike()], {
      'POST /api/matches/b1_u2/leave': () => [200, { id: 'b1_u2' }],
    });
    await press(/^I Wasn't There:/);
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: "You weren't there?" })).getByRole(
        'button',
        {
          name: "I Wasn't There",
        },
      ),
    );
    expect(await screen.findByText("You're no longer in this match")).toBeTruthy();
    expect(apiCalls.some(({ name }) => name === 'POST /api/matches/b1_u2/leave')).toBe(true);
  });

  it('agrees to withdraw a result', async () => {
    const asked = matchLike({ status: 'confirmed', answerBy: null, withdrawal: 'agree' });
    const apiCalls = show([{ ...asked, reason: 'Typo' }], {
      'POST /api/matches/b1_u2/withdraw/agree': () => [200, asked],
    });
    expect(await screen.findByText('The other side wants to withdraw this result')).toBeTruthy();
    await press(/^Agree to Withdraw:/);
    expect(await screen.findByText('Result withdrawn')).toBeTruthy();
    expect(apiCalls.some(({ name }) => name.endsWith('/withdraw/agree'))).toBe(true);
  });

  it('asks the other side to withdraw a confirmed result', async () => {
    const confirmed = matchLike({ status: 'confirmed', answerBy: null, withdrawal: 'ask' });
    const apiCalls = show([confirmed], {
      'POST /api/matches/b1_u2/withdraw': () => [200, { ...confirmed, withdrawal: 'asked' }],
    });
    await press(/^Ask to Withdraw:/);
    await userEvent.type(screen.getByLabelText(/^Why/), 'Typo');
    await press('Ask to Withdraw');
    expect(await screen.findByText('The other side has been asked')).toBeTruthy();
    expect(apiCalls.find(({ name }) => name.endsWith('/withdraw'))!.body).toEqual({
      reason: 'Typo',
    });
  });

  it('sees why a confirmation failed', async () => {
    show([matchLike()], {
      'POST /api/matches/b1_u2/confirm': () => [
        409,
        {
          code: 'wrong_status',
          message: "This result was withdrawn. You can't change it this way.",
        },
      ],
    });
    await press(/^Confirm:/);
    expect(await screen.findByText(/This result was withdrawn/)).toBeTruthy();
  });

  it('has no actions on a confirmed match', async () => {
    show([matchLike({ status: 'confirmed', answerBy: null, mayDispute: false })]);
    const card = await screen.findByRole('article');
    const buttons = within(card).queryAllByRole('button');
    expect(buttons.filter(({ textContent }) => textContent !== 'Block')).toEqual([]);
  });

  it('offers no dispute after a ruling', async () => {
    show([matchLike({ mayDispute: false })]);
    const card = within(await screen.findByRole('article'));
    expect(card.getByRole('button', { name: /^Confirm:/ })).toBeTruthy();
    expect(card.queryByRole('button', { name: /^Dispute:/ })).toBeNull();
  });
});

it('lets the player who logged a result withdraw it and log it again', async () => {
  const loggerSide = { role: 'logger', answerBy: null, withdrawal: 'withdraw' } as const;
  const withdrawn = { withdrawal: null, logBy: '2027-03-27T18:00:00.000Z' } as const;
  let match = matchLike(loggerSide);
  const apiCalls = show([], {
    'GET /api/matches': () => [200, [match]],
    'POST /api/matches/b1_u2/withdraw': () => [
      200,
      (match = matchLike({ ...loggerSide, ...withdrawn, status: 'withdrawn', reason: 'Typo' })),
    ],
    'POST /api/match-results': () => [201, matchLike(loggerSide)],
    'GET /api/bookings': () => [200, []],
  });
  await press(/^Withdraw:/);
  await userEvent.type(screen.getByLabelText(/^Why/), 'Typo');
  await press('Withdraw Result');
  await press(/^Log It Again:/);
  await userEvent.click(await screen.findByRole('radio', { name: 'Loss' }));
  await press('Log Result');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(apiCalls.find(({ name }) => name === 'POST /api/match-results')!.body).toEqual({
    bookingId: 'b1',
    result: 'loss',
    gamesWon: 0,
    gamesLost: 0,
    sets: [],
    notes: '',
    players: [],
  });
});

const challengedHour: ChallengedHour = {
  bookingId: 'b9',
  court: { id: 'c1', name: 'Camelback Clay' },
  startTime: '2027-03-13T17:00:00.000Z',
  endTime: '2027-03-13T18:00:00.000Z',
  zone: 'America/Phoenix',
  zoneOffsets: [],
  challenger: { firstName: 'Nadia', lastName: 'Ferro' },
  logBy: '2027-03-27T18:00:00.000Z',
};

describe('a match logged on the matches page', () => {
  const playedHour = buildBooking({ id: 'b7', status: 'completed', needsResult: true });
  const loggedHour = buildBooking({
    id: 'b8',
    status: 'completed',
    startTime: '2027-03-12T17:00:00.000Z',
  });

  it('belongs to a selected hour, and its players are added by tapping', async () => {
    const apiCalls = show([matchLike()], {
      'GET /api/bookings': () => [200, [playedHour, loggedHour]],
      'POST /api/match-results': () => [201, matchLike({ role: 'logger' })],
    });
    await press('Log a Match');
    const hours = within(await screen.findByRole('dialog', { name: 'Which hour did you play?' }));
    await hours.findByRole('button', { name: /^Choose Camelback Clay/ });
    expect(hours.getAllByRole('listitem')).toHaveLength(1);
    await press(/^Choose Camelback Clay/);
    await userEvent.click(await screen.findByRole('radio', { name: 'Win' }));
    const people = within(await screen.findByRole('list', { name: "People you've played with" }));
    expect(people.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Nadia Ferro',
    ]);
    await press('Add Nadia Ferro');
    expect(screen.queryByRole('button', { name: 'Add Nadia Ferro' })).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('Nadia Ferro played as'), 'partner');
    await press('Log Result');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(apiCalls.find(({ name }) => name === 'POST /api/match-results')!.body).toMatchObject({
      bookingId: 'b7',
      result: 'win',
      players: [{ playerName: 'Nadia Ferro', playerEmail: '', playerId: 'u2', side: 'partner' }],
    });
  });

  it('can belong to an hour to which the user was challenged', async () => {
    const apiCalls = show([], {
      'GET /api/challenged-hours': () => [200, [challengedHour]],
      'GET /api/bookings': () => [200, [playedHour]],
      'POST /api/match-results': () => [201, matchLike({ role: 'logger' })],
    });
    await press('Log a Match');
    const hours = within(await screen.findByRole('dialog', { name: 'Which hour did you play?' }));
    await hours.findByText('Nadia Ferro challenged you');
    expect(hours.getAllByRole('listitem')).toHaveLength(2);
    const challenged = within(hours.getByText('Nadia Ferro challenged you').closest('li')!);
    await userEvent.click(challenged.getByRole('button', { name: /^Choose Camelback Clay/ }));
    const dialog = await screen.findByRole('dialog', { name: 'How did the match end?' });
    expect(dialog.textContent).toContain('Nadia Ferro booked this hour and is your opponent');
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Win' }));
    await press('Log Result');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(apiCalls.find(({ name }) => name === 'POST /api/match-results')!.body).toMatchObject({
      bookingId: 'b9',
      players: [],
    });
  });

  it('explains which hours have results if there is none to choose', async () => {
    show([], { 'GET /api/bookings': () => [200, [loggedHour]] });
    await press('Log a Match');
    expect(await screen.findByText(/^None of your hours needs a result/)).toBeTruthy();
  });

  it('offers a retry if the challenges fail to load, next to the booked hours', async () => {
    show([], {
      'GET /api/challenged-hours': () => [500, {}],
      'GET /api/bookings': () => [200, [playedHour]],
    });
    await press('Log a Match');
    const hours = within(await screen.findByRole('dialog', { name: 'Which hour did you play?' }));
    expect(await hours.findByText('Unable to load your challenges')).toBeTruthy();
    expect(hours.getByRole('button', { name: /^Choose Camelback Clay/ })).toBeTruthy();
  });
});

it('offers to verify the email address by which matches name the user', async () => {
  const me = () => [200, { ...robin, isEmailVerified: false }] as const;
  const apiCalls = show([], {
    'GET /api/auth/me': me,
    'POST /api/auth/email-verifications/links': () => [202, { message: 'We sent a link.' }],
  });
  await press('Send Verification Link');
  expect(await screen.findByText('We sent a link.')).toBeTruthy();
  expect(apiCalls.some(({ name }) => name.endsWith('/links'))).toBe(true);
});

it('lets a challenged player log the result of the hour', async () => {
  const apiCalls = show([], {
    'GET /api/challenged-hours': () => [200, [challengedHour]],
    'GET /api/bookings': () => [200, []],
    'POST /api/match-results': () => [201, matchLike({ role: 'logger' })],
  });
  await press('Log the Result: Camelback Clay, Sat, Mar 13');
  const dialog = await screen.findByRole('dialog', { name: 'How did the match end?' });
  expect(dialog.textContent).toContain('Nadia Ferro booked this hour and is your opponent');
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Win' }));
  await press('Log Result');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(apiCalls.find(({ name }) => name === 'POST /api/match-results')!.body).toMatchObject({
    bookingId: 'b9',
    result: 'win',
    players: [],
  });
});

it('claims a match from an invitation link', async () => {
  const apiCalls = show(
    [],
    { 'POST /api/matches/b1_u2/claim': () => [200, matchLike()] },
    '/matches/claim/b1_u2/p1-proof',
  );
  await press('Yes, I Played');
  expect(await screen.findByText(/^The match is now in your account/)).toBeTruthy();
  expect(apiCalls.find(({ name }) => name.endsWith('/claim'))!.body).toEqual({ token: 'p1-proof' });
});

it('shows why an invitation link can no longer be used', async () => {
  const serverError = {
    code: 'wrong_status',
    message: 'Another player has already taken this place in the match.',
  };
  show(
    [],
    { 'POST /api/matches/b1_u2/claim': () => [409, serverError] },
    '/matches/claim/b1_u2/p1-proof',
  );
  await press('Yes, I Played');
  expect((await screen.findByRole('alert')).textContent).toBe(serverError.message);
});
