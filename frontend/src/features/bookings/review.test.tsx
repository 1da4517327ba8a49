import { afterEach, describe, expect, it } from '@jest/globals';
import { LogMatchBody } from '@courtly/contracts/matches';
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
const reviewableBooking = buildBooking({
  status: 'completed',
  canCancel: false,
  needsReview: true,
});
const reviewResponse = {
  bookingId: reviewableBooking.id,
  player: null,
  host: null,
  revealedAt: null,
  revealBy: '2099-03-27T18:00:00.000Z',
};
const openReview = async (extraHandlers: Handlers = {}) => {
  const apiCalls = mockApi({
    'GET /api/auth/me': () => [200, robin],
    'GET /api/bookings': ({ query }) => [
      200,
      query.get('when') === 'past' ? [reviewableBooking] : [],
    ],
    'POST /api/match-results': () => [201, matchLike({ role: 'logger' })],
    'POST /api/reviews': () => [201, reviewResponse],
    ...extraHandlers,
  });
  renderAt('/bookings?tab=past', <BookingsPage />);
  await clickButton(/^Post Game Review of/);
  await screen.findByRole('dialog', { name: 'Post Game Review' });
  const callsTo = (name: string) => apiCalls.filter((call) => call.name === name);
  return {
    results: () => callsTo('POST /api/match-results'),
    reviews: () => callsTo('POST /api/reviews'),
  };
};

describe('the post-game review', () => {
  it('sends the defaults of five stars and a 6–4 win', async () => {
    const { results, reviews } = await openReview();
    await clickButton('Submit Review');
    expect(await screen.findByText('Review submitted successfully!')).toBeTruthy();
    expect(screen.getByText('Thank you for sharing your experience.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(results().map(({ body }) => body)).toEqual([
      {
        bookingId: reviewableBooking.id,
        result: 'win',
        gamesWon: 6,
        gamesLost: 4,
        sets: [],
        notes: '',
        players: [],
      },
    ]);
    expect(reviews().map(({ body }) => body)).toEqual([
      {
        courtId: reviewableBooking.court.id,
        bookingId: reviewableBooking.id,
        rating: 5,
        comment: '',
      },
    ]);
  });

  it('sends all players of the match in one request', async () => {
    const { results, reviews } = await openReview();
    const reviewDialog = within(screen.getByRole('dialog'));
    await userEvent.click(reviewDialog.getByRole('radio', { name: '3' }));
    await userEvent.type(reviewDialog.getByLabelText(/^Comment/), 'Fine lines.');
    await userEvent.click(reviewDialog.getByRole('radio', { name: 'Loss' }));
    await userEvent.clear(reviewDialog.getByLabelText('Games won'));
    await userEvent.type(reviewDialog.getByLabelText('Games won'), '2');
    await clickButton('Add Player');
    expect(await reviewDialog.findByText('Please enter a name')).toBeTruthy();
    await userEvent.type(reviewDialog.getByLabelText('Name'), 'Olga');
    await userEvent.type(reviewDialog.getByLabelText(/^Email/), 'olga@example.test');
    await clickButton('Add Player');
    await userEvent.type(reviewDialog.getByLabelText('Name'), 'Ivan');
    await userEvent.selectOptions(reviewDialog.getByLabelText('Played as'), 'partner');
    await clickButton('Remove Olga');
    await clickButton('Submit Review');
    await waitFor(() => expect(reviews()).toHaveLength(1));
    expect(results()[0]!.body).toMatchObject({
      result: 'loss',
      gamesWon: 2,
      gamesLost: 4,
      players: [{ playerName: 'Ivan', playerEmail: '', side: 'partner' }],
    });
    expect(reviews()[0]!.body).toMatchObject({ rating: 3, comment: 'Fine lines.' });
    const [resultKey, reviewKey] = [results()[0]!, reviews()[0]!].map(({ headers }) =>
      headers.get('Idempotency-Key'),
    );
    expect(resultKey).not.toBe(reviewKey);
  });

  it('sends complete and unfinished sets and omits empty ones', async () => {
    const { results } = await openReview();
    const reviewDialog = within(screen.getByRole('dialog'));
    for (const _ of [1, 2, 3]) await clickButton('Add Set');
    await userEvent.type(reviewDialog.getByLabelText('Set 1, games won'), '6');
    await userEvent.type(reviewDialog.getByLabelText('Set 1, games lost'), '4');
    await userEvent.type(reviewDialog.getByLabelText('Set 2, games won'), '7');
    await userEvent.type(reviewDialog.getByLabelText('Set 3, games lost'), '2');
    await clickButton('Remove set 2');
    await clickButton('Add Set');
    await clickButton('Submit Review');
    await waitFor(() => expect(results()).toHaveLength(1));
    expect(results()[0]!.body).toMatchObject({
      sets: [
        { player1: 6, player2: 4 },
        { player1: 0, player2: 2 },
      ],
    });
  });

  it('allows exactly as many sets as the contract', async () => {
    await openReview();
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
    rememberChallenge(reviewableBooking.id, 'u2');
    const { results } = await openReview({ 'GET /api/players/u2': () => [200, memberLike()] });
    const reviewDialog = within(screen.getByRole('dialog'));
    expect((await reviewDialog.findByText(/^You challenged/)).textContent).toBe(
      'You challenged Nadia Ferro.',
    );
    await clickButton('Fill In');
    expect(reviewDialog.queryByText(/^You challenged/)).toBeNull();
    await clickButton('Submit Review');
    await waitFor(() => expect(results()).toHaveLength(1));
    expect(results()[0]!.body).toMatchObject({
      players: [{ playerName: 'Nadia Ferro', side: 'opponent' }],
    });
    localStorage.clear();
  });

  it('reports a failed review and continues after a logged result', async () => {
    let reviewRefused = false;
    const { results, reviews } = await openReview({
      'POST /api/match-results': () =>
        reviewRefused
          ? [409, { code: 'already_logged', message: "You've logged this hour already." }]
          : [201, matchLike()],
      'POST /api/reviews': () => {
        if (reviewRefused) return [201, reviewResponse];
        reviewRefused = true;
        return [
          409,
          {
            code: 'conflict',
            message: 'Someone else is changing this right now. Please try again.',
          },
        ];
      },
    });
    await clickButton('Submit Review');
    expect(await screen.findByText('Error submitting review')).toBeTruthy();
    expect(screen.getByText(/Someone else is changing this/)).toBeTruthy();
    await clickButton('Submit Review');
    expect(await screen.findByText('Review submitted successfully!')).toBeTruthy();
    expect([results().length, reviews().length]).toEqual([2, 2]);
    const idempotencyKeys = [...results(), ...reviews()].map(({ headers }) =>
      headers.get('Idempotency-Key'),
    );
    expect(new Set(idempotencyKeys).size).toBe(4);
  });
});
