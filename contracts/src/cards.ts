import { z } from 'zod';
import { PaidCard } from './bookings.js';
import { route } from './route.js';

/** A card that its owner has agreed to save. Stripe stores it. */
export const SavedCard = PaidCard.extend({
  id: z.string().describe("Stripe's id, to pay with."),
  expiresAt: z.string().describe('The last month of the card: `2031-12`.'),
});
export type SavedCard = z.infer<typeof SavedCard>;

export const cardRoutes = {
  listCards: route({
    method: 'GET',
    path: '/api/account/cards',
    summary: "List the caller's saved cards, newest first.",
    access: 'signedIn',
    status: 200,
    response: z.array(SavedCard),
    errors: ['store_unavailable'],
  }),
  removeCard: route({
    method: 'DELETE',
    path: '/api/account/cards/:cardId',
    summary: 'Remove a saved card.',
    access: 'signedIn',
    params: z.object({ cardId: z.string().max(80) }),
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'store_unavailable'],
  }),
};
