import { afterEach, describe, expect, it } from '@jest/globals';
import { LogMatchBody } from '@courtly/contracts/matches';
import type { BookingReviews } from '@courtly/contracts/reviews';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildBooking } from '../../testing/booking';
import { rememberChallenge } from '../../resources/player/challenge';
import { matchLike } from '../../testing/match';
import { memberLike } from '../../testing/ranking';
import { renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { BookingsPage } from './bookings-page';

afterEach(cleanup);

const clickButton = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const playedBooking = buildBooking({
  status: 'completed',
  canCancel: false,
  needsReview: true,
  needsResult: true,
});
const reviewResponse = {
  bookingId: playedBooking.id,
  player: null,
  host: null,
  revealedAt: null,
  revealBy: '2099-03-27T18:00:00.000Z',
  editableUntil: '2099-03-15T18:00:00.000Z',
};
const conflict = {
  code: 'conflict',
  message: 'Someone else is changing this right now. Please try again.',
};
const openPastBookings = (extraHandlers: Handlers = {}, listedBooking = playedBooking) => {
  const apiCalls = mockApi({
    'GET /api/auth/me': () => [200, robin],
    'GET /api/bookings': ({ query }) => [200, query.get('when') === 'past' ? [listedBooking] : []],
    'GET /api/matches': () => [200, []],
    'POST /api/match-results': () => [201, matchLike({ role: 'logger' })],
    'POST /api/reviews': () => [201, reviewResponse],
    ...extraHandlers,
  });
  renderAt('/bookings?tab=past', <BookingsPage />);
  const callsTo = (name: string) => apiCalls.filter((call) => call.name === name);
  return {
    results: () => callsTo('POST /api/match-results'),
    reviews: () => callsTo('POST /api/reviews'),
  };
};
const openDialog = async (button: RegExp, title: string, extraHandlers: Handlers = {}) => {
  const sent = openPastBookings(extraHandlers);
  await clickButton(button);
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  return { ...sent, dialog };
};
const openReview = (extraHandlers?: Handlers) =>
  openDialog(/^Review the Court: Camelback Clay/, 'How was the court?', extraHandlers);
const openResult = (extraHandlers?: Handlers) =>
  openDialog(/^Log the Result: Camelback Clay/, 'How did the match end?', extraHandlers);
const checkedChoices = () =>
  screen.getAllByRole('radio').filter((radio) => (radio as HTMLInputElement).checked);

describe('a played booking', () => {
  it.each([
    [{ needsReview: true, needsResult: false }, ['Review the Court']],
    [{ needsReview: false, needsResult: true }, ['Log the Result']],
    [{ needsReview: false, needsResult: false }, []],
  ])('with %j offers %j', async (pendingActions, offered) => {
    openPastBookings({}, { ...playedBooking, ...pendingActions });
    await screen.findByRole('article');
    const questions = screen.queryAllByRole('button', { name: /^(Review|Log) the/ });
    expect(questions.map(({ textContent }) => textContent)).toEqual(offered);
  });
});

describe('the review of a court', () => {
  it('starts empty and sends nothing without stars', async () => {
    const { reviews, dialog } = await openReview();
    expect(checkedChoices()).toEqual([]);
    await clickButton('Submit Review');
    expect(dialog.getByText('Choose 1 to 5 stars')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByRole('radio', { name: '1' }));
    await userEvent.click(dialog.getByRole('radio', { name: '3' }));
    expect(dialog.queryByText('Choose 1 to 5 stars')).toBeNull();
    expect(reviews()).toEqual([]);
  });

  it('sends the chosen stars and no result', async () => {
    const { reviews, results, dialog } = await openReview();
    await userEvent.click(dialog.getByRole('radio', { name: '3' }));
    await userEvent.type(dialog.getByLabelText(/^Comment/), 'Fine lines.');
    await clickButton('Submit Review');
    expect(await screen.findByText('Review submitted successfully!')).toBeTruthy();
    expect(screen.getByText('Thank you for sharing your experience.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const { court, id: bookingId } = playedBooking;
    expect(reviews().map(({ body }) => body)).toEqual([
      { courtId: court.id, bookingId, rating: 3, comment: 'Fine lines.' },
    ]);
    expect(results()).toEqual([]);
  });

  it('reports a failure and can be sent again', async () => {
    let isRefused = false;
    const { reviews, dialog } = await openReview({
      'POST /api/reviews': () => {
        if (isRefused) return [201, reviewResponse];
        isRefused = true;
        return [409, conflict];
      },
    });
    await userEvent.click(dialog.getByRole('radio', { name: '5' }));
    await clickButton('Submit Review');
    expect(await screen.findByText('Error submitting review')).toBeTruthy();
    expect(screen.getByText(/Someone else is changing this/)).toBeTruthy();
    await clickButton('Submit Review');
    expect(await screen.findByText('Review submitted successfully!')).toBeTruthy();
    expect(reviews()).toHaveLength(2);
  });
});

describe('a written review', () => {
  const written = {
    id: 'b1.player',
    rating: 4,
    comment: 'Fine lines.',
    createdAt: '2027-04-02T10:00:00.000Z',
  };
  const openHistory = async (editableUntil: string | null) => {
    let reviews: BookingReviews = { ...reviewResponse, player: written, editableUntil };
    const apiCalls = mockApi({
      'GET /api/auth/me': () => [200, robin],
      'GET /api/bookings': ({ query }) => [
        200,
        query.get('when') === 'past' ? [{ ...playedBooking, needsReview: false }] : [],
      ],
      'GET /api/bookings/b1/history': () => [200, []],
      'GET /api/bookings/b1/reviews': () => [200, reviews],
      'PUT /api/reviews/b1': ({ body }) => {
        reviews = { ...reviews, player: { ...written, ...(body as { rating: number }) } };
        return [200, reviews];
      },
      'DELETE /api/reviews/b1': () => {
        reviews = { ...reviews, player: null, editableUntil: null };
        return [200, reviews];
      },
    });
    renderAt('/bookings?tab=past', <BookingsPage />);
    await clickButton(/^History of/);
    await screen.findByText('Your review of the court: 4 of 5');
    return apiCalls;
  };

  it('can be changed from the history', async () => {
    const apiCalls = await openHistory('2099-03-15T18:00:00.000Z');
    await clickButton('Edit your review');
    const dialog = within(await screen.findByRole('dialog', { name: 'How was the court?' }));
    expect(checkedChoices().map((radio) => (radio as HTMLInputElement).value)).toEqual(['4']);
    await userEvent.click(dialog.getByRole('radio', { name: '2' }));
    await userEvent.type(dialog.getByLabelText(/^Comment/), ' The net is torn.');
    await clickButton('Save Review');
    expect(await screen.findByText('Review changed')).toBeTruthy();
    expect(await screen.findByText('Your review of the court: 2 of 5')).toBeTruthy();
    expect(apiCalls.find(({ name }) => name === 'PUT /api/reviews/b1')!.body).toEqual({
      rating: 2,
      comment: 'Fine lines. The net is torn.',
    });
  });

  it('can be withdrawn from the history', async () => {
    const apiCalls = await openHistory('2099-03-15T18:00:00.000Z');
    await clickButton('Withdraw your review');
    await clickButton('Keep Review');
    expect(apiCalls.some(({ name }) => name === 'DELETE /api/reviews/b1')).toBe(false);
    await clickButton('Withdraw your review');
    await clickButton('Withdraw Review');
    expect(await screen.findByText('Review withdrawn')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/^Your review of the court/)).toBeNull());
    expect(document.activeElement).toBe(
      await screen.findByRole('dialog', { name: 'Booking history' }),
    );
  });

  it.each([null, '2020-04-03T10:00:00.000Z'])(
    'is final if it can be changed until %j',
    async (editableUntil) => {
      await openHistory(editableUntil);
      expect(screen.queryByRole('button', { name: /your review$/ })).toBeNull();
    },
  );
});

describe('the result of a match', () => {
  it('starts empty and sends nothing without an outcome', async () => {
    const { results, dialog } = await openResult();
    expect(checkedChoices()).toEqual([]);
    const gamesInputs = ['won', 'lost'].map((side) =>
      dialog.getByLabelText<HTMLInputElement>(new RegExp(`^Games ${side}`)),
    );
    expect(gamesInputs.map(({ value }) => value)).toEqual(['', '']);
    await clickButton('Log Result');
    expect(dialog.getByText('Choose Win, Loss, or Draw')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByRole('radio', { name: 'Win' }));
    expect(results()).toEqual([]);
  });

  it('is sent without a review and may have no score', async () => {
    const { results, reviews, dialog } = await openResult();
    await userEvent.click(dialog.getByRole('radio', { name: 'Draw' }));
    await clickButton('Log Result');
    expect(await screen.findByText('Result logged')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(results().map(({ body }) => body)).toEqual([
      {
        bookingId: playedBooking.id,
        result: 'draw',
        gamesWon: 0,
        gamesLost: 0,
        sets: [],
        notes: '',
        players: [],
      },
    ]);
    expect(reviews()).toEqual([]);
  });

  it('cannot contradict its score', async () => {
    const { results, dialog } = await openResult();
    await userEvent.click(dialog.getByRole('radio', { name: 'Win' }));
    await userEvent.type(dialog.getByLabelText(/^Games won/), '4');
    await clickButton('Log Result');
    expect(results()).toEqual([]);
    await userEvent.type(dialog.getByLabelText(/^Games lost/), '6');
    await clickButton('Log Result');
    const problem = 'This score is a loss. Correct the score or the result, or add the sets.';
    expect(dialog.getByText(problem)).toBeTruthy();
    expect(results()).toEqual([]);
    await userEvent.click(dialog.getByRole('radio', { name: 'Loss' }));
    expect(dialog.queryByText(problem)).toBeNull();
    await clickButton('Log Result');
    await waitFor(() => expect(results()).toHaveLength(1));
    expect(results()[0]!.body).toMatchObject({ result: 'loss', gamesWon: 4, gamesLost: 6 });
  });

  it('has all players in one request', async () => {
    const { results, dialog } = await openResult();
    await userEvent.click(dialog.getByRole('radio', { name: 'Loss' }));
    await clickButton('Add Player');
    expect(await dialog.findByText('Please enter a name')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Name'), 'Olga');
    await userEvent.type(dialog.getByLabelText(/^Email/), 'olga@example.test');
    await clickButton('Add Player');
    await userEvent.type(dialog.getByLabelText('Name'), 'Ivan');
    await userEvent.selectOptions(dialog.getByLabelText('Played as'), 'partner');
    await clickButton('Remove Olga');
    await clickButton('Log Result');
    await waitFor(() => expect(results()).toHaveLength(1));
    expect(results()[0]!.body).toMatchObject({
      players: [{ playerName: 'Ivan', playerEmail: '', side: 'partner' }],
    });
  });

  it('has the games of its complete and unfinished sets, without empty ones', async () => {
    const { results, dialog } = await openResult();
    await userEvent.click(dialog.getByRole('radio', { name: 'Win' }));
    for (const _ of [1, 2, 3]) await clickButton('Add Set');
    await userEvent.type(dialog.getByLabelText('Set 1, games won'), '6');
    await userEvent.type(dialog.getByLabelText('Set 1, games lost'), '4');
    await userEvent.type(dialog.getByLabelText('Set 2, games won'), '7');
    await userEvent.type(dialog.getByLabelText('Set 3, games lost'), '2');
    await clickButton('Remove set 2');
    await clickButton('Add Set');
    expect(dialog.getByText('6–6 in games, the sum of the sets')).toBeTruthy();
    expect(dialog.queryByLabelText(/^Games won/)).toBeNull();
    await clickButton('Log Result');
    await waitFor(() => expect(results()).toHaveLength(1));
    expect(results()[0]!.body).toMatchObject({
      gamesWon: 6,
      gamesLost: 6,
      sets: [
        { player1: 6, player2: 4 },
        { player1: 0, player2: 2 },
      ],
    });
  });

  it('allows exactly as many sets as the contract', async () => {
    await openResult();
    const setsSchema = LogMatchBody.shape.sets;
    const buildSets = (count: number) =>
      Array.from({ length: count }, () => ({ player1: 1, player2: 0 }));
    let addedSets = 0;
    for (
      let addSetButton;
      (addSetButton = screen.queryByRole('button', { name: 'Add Set' }));
      addedSets += 1
    )
      await userEvent.click(addSetButton);
    expect(setsSchema.safeParse(buildSets(addedSets)).success).toBe(true);
    expect(setsSchema.safeParse(buildSets(addedSets + 1)).success).toBe(false);
  });

  it('offers to fill in the challenged player', async () => {
    rememberChallenge(playedBooking.id, 'u2');
    const { results, dialog } = await openResult({
      'GET /api/players/u2': () => [200, memberLike()],
    });
    expect((await dialog.findByText(/^You challenged/)).textContent).toBe(
      'You challenged Nadia Ferro.',
    );
    await clickButton('Fill In');
    expect(dialog.queryByText(/^You challenged/)).toBeNull();
    await userEvent.click(dialog.getByRole('radio', { name: 'Win' }));
    await clickButton('Log Result');
    await waitFor(() => expect(results()).toHaveLength(1));
    expect(results()[0]!.body).toMatchObject({
      players: [{ playerName: 'Nadia Ferro', side: 'opponent' }],
    });
    localStorage.clear();
  });

  it('reports a failure with the reason', async () => {
    const { dialog } = await openResult({ 'POST /api/match-results': () => [409, conflict] });
    await userEvent.click(dialog.getByRole('radio', { name: 'Win' }));
    await clickButton('Log Result');
    expect(await screen.findByText('Result not logged')).toBeTruthy();
    expect(screen.getByText(/Someone else is changing this/)).toBeTruthy();
  });
});
