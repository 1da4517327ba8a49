/**
 * Why a host's payout was taken back. `stripe`: someone reversed it in Stripe, and it is still
 * owed. `offset`: a payout for another booking repaid it.
 */
export const reversalCauses = ['dispute', 'refund', 'adjustment', 'stripe', 'offset'] as const;
export type ReversalCause = (typeof reversalCauses)[number];

export const reversalCauseTexts: Record<ReversalCause, string> = {
  dispute: "A dispute about the player's payment was lost.",
  refund: 'You bear part of a refund to the player.',
  adjustment: 'Courtly deducted this amount from your share.',
  stripe: 'It was reversed in Stripe. Courtly will pay it again.',
  offset: 'Your payout for another booking repaid this amount.',
};
