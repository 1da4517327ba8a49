import { afterEach, describe, expect, it } from '@jest/globals';
import type { OwnReviewMarks } from '@courtly/contracts/reviews';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { courtLike } from '../../testing/court';
import { renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { CourtReviews } from './court-reviews';

afterEach(cleanup);

const court = courtLike({
  rating: { rating: 3, count: 2 },
  reviews: [
    { id: 'b1.player', rating: 4, comment: 'Fine lines.', createdAt: '2027-03-01T10:00:00.000Z' },
    {
      id: 'b2.player',
      rating: 2,
      comment: 'Buy at my shop.',
      createdAt: '2027-02-01T10:00:00.000Z',
    },
  ],
});
const nothing: OwnReviewMarks = { written: [], reported: [] };
const show = (marks: () => OwnReviewMarks, otherHandlers: Handlers = {}) => {
  const apiCalls = mockApi({
    'GET /api/auth/me': () => [200, robin],
    'GET /api/review-marks': () => [200, marks()],
    ...otherHandlers,
  });
  renderAt('/courts/c1', <CourtReviews court={court} />);
  return apiCalls;
};
const buttons = () => screen.findAllByRole('button', { name: /^Report the review/ });

describe('the review list of a court', () => {
  it('shows reviews to everyone and the report button only to signed-in users', async () => {
    mockApi({});
    renderAt('/courts/c1', <CourtReviews court={court} />);
    expect(await screen.findByText('Fine lines.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows all reviews page by page, and only those with a rating', async () => {
    const oldest = {
      id: 'b3.player',
      rating: 1,
      comment: 'Too windy.',
      createdAt: '2027-01-01T10:00:00.000Z',
    };
    let works = false;
    const apiCalls = mockApi({
      'GET /api/courts/c1/reviews': ({ query }) => {
        if (!works) return [503, { code: 'store_unavailable', message: 'Away' }];
        if (query.get('rating') === '3') return [200, []];
        if (query.has('cursor') || query.has('rating')) return [200, [oldest]];
        return [200, court.reviews, { Link: '</next?cursor=b2>; rel="next"' }];
      },
    });
    renderAt('/courts/c1', <CourtReviews court={{ ...court, rating: { rating: 3, count: 3 } }} />);
    await userEvent.click(screen.getByRole('button', { name: 'Show all 3 reviews' }));
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Reviews' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Unable to load reviews');
    works = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Fine lines.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Load more reviews' }));
    expect(await screen.findByText('Too windy.')).toBeTruthy();
    const filter = screen.getByLabelText('Filter reviews by rating');
    await userEvent.selectOptions(filter, '1 star');
    await waitFor(() => expect(screen.queryByText('Fine lines.')).toBeNull());
    expect(await screen.findByText('Too windy.')).toBeTruthy();
    await userEvent.selectOptions(filter, '3 stars');
    expect(await screen.findByText('No reviews with this rating.')).toBeTruthy();
    expect(apiCalls.at(-1)!.url).toBe('/api/courts/c1/reviews?rating=3');
  });

  it('reports a review once, with a reason', async () => {
    let marks = nothing;
    const apiCalls = show(() => marks, {
      'POST /api/review-reports': () => {
        marks = { ...marks, reported: ['b2.player'] };
        return [201, { reviewId: 'b2.player' }];
      },
    });
    await userEvent.click((await buttons())[1]!);
    const dialog = within(await screen.findByRole('dialog', { name: 'Report this review?' }));
    expect(dialog.getByText(/^An admin reviews it/)).toBeTruthy();
    await userEvent.selectOptions(dialog.getByLabelText('Reason'), 'It is advertising');
    await userEvent.type(dialog.getByLabelText(/^Details/), ' A shop. ');
    await userEvent.click(dialog.getByRole('button', { name: 'Report Review' }));
    expect(await screen.findByText('You reported this review.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await buttons()).toHaveLength(1);
    const sent = apiCalls.filter(({ name }) => name === 'POST /api/review-reports');
    expect(sent.map(({ body }) => body)).toEqual([
      { courtId: 'c1', reviewId: 'b2.player', reason: 'advertising', words: 'A shop.' },
    ]);
  });

  it("hides the report button on the user's own review", async () => {
    show(() => ({ ...nothing, written: ['b1.player'] }));
    expect(await buttons()).toHaveLength(1);
    expect(screen.getByRole('button', { name: /2 of 5$/ })).toBeTruthy();
  });

  it('keeps the dialog open and shows the reason when a report fails', async () => {
    show(() => nothing, {
      'POST /api/review-reports': () => [
        429,
        { code: 'too_many_requests', message: 'Please come back tomorrow.' },
      ],
    });
    await userEvent.click((await buttons())[0]!);
    await userEvent.click(await screen.findByRole('button', { name: 'Report Review' }));
    expect(screen.getAllByText('Choose a reason')).toHaveLength(2);
    await userEvent.selectOptions(screen.getByLabelText('Reason'), 'It is advertising');
    await userEvent.click(screen.getByRole('button', { name: 'Report Review' }));
    expect(await screen.findByText('Please come back tomorrow.')).toBeTruthy();
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });
});
