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

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const booking = buildBooking({ status: 'completed', canCancel: false, needsReview: true });
const reviewed = {
  bookingId: booking.id,
  player: null,
  host: null,
  revealedAt: null,
  revealBy: '2099-03-27T18:00:00.000Z',
};
const open = async (more: Handlers = {}) => {
  const calls = mockApi({
    'GET /api/auth/me': () => [200, robin],
    'GET /api/bookings': ({ query }) => [200, query.get('when') === 'past' ? [booking] : []],
    'POST /api/match-results': () => [201, matchLike({ role: 'logger' })],
    'POST /api/reviews': () => [201, reviewed],
    ...more,
  });
  renderAt('/bookings?tab=past', <BookingsPage />);
  await press(/^Post Game Review of/);
  await screen.findByRole('dialog', { name: 'Post Game Review' });
  const sent = (name: string) => calls.filter((call) => call.name === name);
  return {
    results: () => sent('POST /api/match-results'),
    reviews: () => sent('POST /api/reviews'),
  };
};

describe('the post-game review', () => {
  it('sends the defaults of five stars and a 6–4 win', async () => {
    const { results, reviews } = await open();
    await press('Submit Review');
    expect(await screen.findByText('Review submitted successfully!')).toBeTruthy();
    expect(screen.getByText('Thank you for sharing your experience.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(results().map(({ body }) => body)).toEqual([
      {
        bookingId: booking.id,
        result: 'win',
        gamesWon: 6,
        gamesLost: 4,
        sets: [],
        notes: '',
        players: [],
      },
    ]);
    expect(reviews().map(({ body }) => body)).toEqual([
      { courtId: booking.court.id, bookingId: booking.id, rating: 5, comment: '' },
    ]);
  });

  it('sends all players of the match in one request', async () => {
    const { results, reviews } = await open();
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.click(dialog.getByRole('radio', { name: '3' }));
    await userEvent.type(dialog.getByLabelText(/^Comment/), 'Fine lines.');
    await userEvent.click(dialog.getByRole('radio', { name: 'Loss' }));
    await userEvent.clear(dialog.getByLabelText('Games won'));
    await userEvent.type(dialog.getByLabelText('Games won'), '2');
    await press('Add Player');
    expect(await dialog.findByText('Please enter a name')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Name'), 'Olga');
    await userEvent.type(dialog.getByLabelText(/^Email/), 'olga@example.test');
    await press('Add Player');
    await userEvent.type(dialog.getByLabelText('Name'), 'Ivan');
    await userEvent.selectOptions(dialog.getByLabelText('Played as'), 'partner');
    await press('Remove Olga');
    await press('Submit Review');
    await waitFor(() => expect(reviews()).toHaveLength(1));
    expect(results()[0]!.body).toMatchObject({
      result: 'loss',
      gamesWon: 2,
      gamesLost: 4,
      players: [{ playerName: 'Ivan', playerEmail: '', side: 'partner' }],
    });
    expect(reviews()[0]!.body).toMatchObject({ rating: 3, comment: 'Fine lines.' });
    const [result, review] = [results()[0]!, reviews()[0]!].map(({ headers }) =>
      headers.get('Idempotency-Key'),
    );
    expect(result).not.toBe(review);
  });

  it('sends complete and unfinished sets and omits empty ones', async () => {
    const { results } = await open();
    const dialog = within(screen.getByRole('dialog'));
    for (const _ of [1, 2, 3]) await press('Add Set');
    await userEvent.type(dialog.getByLabelText('Set 1, games won'), '6');
    await userEvent.type(dialog.getByLabelText('Set 1, games lost'), '4');
    await userEvent.type(dialog.getByLabelText('Set 2, games won'), '7');
    await userEvent.type(dialog.getByLabelText('Set 3, games lost'), '2');
    await press('Remove set 2');
    await press('Add Set');
    await press('Submit Review');
    await waitFor(() => expect(results()).toHaveLength(1));
    expect(results()[0]!.body).toMatchObject({
      sets: [
        { player1: 6, player2: 4 },
        { player1: 0, player2: 2 },
      ],
    });
  });

  it('allows exactly as many sets as the contract', async () => {
    await open();
    const schema = LogMatchBody.shape.sets;
    const sets = (count: number) =>
      Array.from({ length: count }, () => ({ player1: 1, player2: 0 }));
    let added = 0;
    for (let add; (add = screen.queryByRole('button', { name: 'Add Set' })); added += 1)
      await userEvent.click(add);
    expect(schema.safeParse(sets(added)).success).toBe(true);
    expect(schema.safeParse(sets(added + 1)).success).toBe(false);
  });

  it('offers to fill in the challenged player', async () => {
    rememberChallenge(booking.id, 'u2');
    const { results } = await open({ 'GET /api/players/u2': () => [200, memberLike()] });
    const dialog = within(screen.getByRole('dialog'));
    expect((await dialog.findByText(/^You challenged/)).textContent).toBe(
      'You challenged Nadia Ferro.',
    );
    await press('Fill In');
    expect(dialog.queryByText(/^You challenged/)).toBeNull();
    await press('Submit Review');
    await waitFor(() => expect(results()).toHaveLength(1));
    expect(results()[0]!.body).toMatchObject({
      players: [{ playerName: 'Nadia Ferro', side: 'opponent' }],
    });
    localStorage.clear();
  });

  it('reports a failed review and continues after a logged result', async () => {
    let refused = false;
    const { results, reviews } = await open({
      'POST /api/match-results': () =>
        refused
          ? [409, { code: 'already_logged', message: 'You have logged this hour already.' }]
          : [201, matchLike()],
      'POST /api/reviews': () => {
        if (refused) return [201, reviewed];
        refused = true;
        return [
          409,
          { code: 'conflict', message: 'Others are changing this right now. Please try again.' },
        ];
      },
    });
    await press('Submit Review');
    expect(await screen.findByText('Error submitting review')).toBeTruthy();
    expect(screen.getByText(/Others are changing this/)).toBeTruthy();
    await press('Submit Review');
    expect(await screen.findByText('Review submitted successfully!')).toBeTruthy();
    expect([results().length, reviews().length]).toEqual([2, 2]);
    const keys = [...results(), ...reviews()].map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(4);
  });
});
