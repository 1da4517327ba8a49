import { expect, it } from '@jest/globals';
import { PublicReviewIds } from '../reviews/public-review-ids.service.js';
import { reviews } from '../reviews/reviews.projection.js';
import { CourtReviews } from './court-reviews.queries.js';

type Filter = Readonly<{ $or?: readonly [{ revealedAt: { $lt: string } }, object] }>;

/** Reviews of one court, the latest first. The host wrote none, so each appears after 14 days. */
const documents = ['2027-03-27T19:00:00.000Z', '2027-03-20T17:00:00.000Z'].map(
  (revealedAt, index) => ({
    _id: `booking-${index}`,
    bookingId: `booking-${index}`,
    onCourt: true,
    revealedAt,
    player: { rating: 5 - index, comment: '', writtenAt: '2027-03-14T12:00:00.000Z' },
  }),
);

const collection = {
  findOne: async () => ({}),
  find: ({ $or }: Filter) => {
    const found = documents.filter(({ revealedAt }) => !$or || revealedAt < $or[0].revealedAt.$lt);
    const cursor = {
      sort: () => cursor,
      project: () => cursor,
      limit: (most: number) => ({ toArray: async () => found.slice(0, most) }),
      toArray: async () => found,
    };
    return cursor;
  },
};
const readModels = {
  read: async (_: typeof reviews, run: (items: typeof collection) => unknown) => run(collection),
} as never;
const keyedHashes = { hashesOf: (_: string, id: string) => [`${'0'.repeat(23)}${id.at(8)}`] };
const courtReviews = new CourtReviews(
  readModels,
  { isListed: async () => true } as never,
  new PublicReviewIds(keyedHashes as never, readModels),
);

it('a page of reviews names only the public id of its last review', async () => {
  const { items, next } = await courtReviews.reviewsPage('roxbury', { limit: 1 });
  expect(items).toMatchObject([{ rating: 5 }]);
  expect(JSON.parse(Buffer.from(next!, 'base64url').toString())).toEqual({
    id: `${'0'.repeat(23)}0`,
  });
  const secondPage = await courtReviews.reviewsPage('roxbury', { limit: 1, cursor: next! });
  expect(secondPage).toMatchObject({ items: [{ rating: 4 }], next: null });
});

it('refuses a page after an unknown review', async () => {
  const cursor = Buffer.from(JSON.stringify({ id: 'unknown' })).toString('base64url');
  await expect(courtReviews.reviewsPage('roxbury', { limit: 1, cursor })).rejects.toMatchObject({
    code: 'invalid_request',
  });
});
