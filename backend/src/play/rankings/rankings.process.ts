import type { MatchEvent } from '../matches/match.events.js';
import { defineProcess } from '../../platform/processes/process.js';
import type { EmailVerificationEvent } from '../../people/identity/email-verification.events.js';
import type { UserEvent } from '../../people/identity/user.events.js';
import type { RankingReviewEvent, RatingFormulaEvent } from './rankings.events.js';
import { RefreshRatingsCommand } from './refresh-ratings.commands.js';

/**
 * Every event that may change a rating, or whether a player is ranked, requests a new table.
 * Concurrent requests share one table.
 */
export const ratingRefreshes = defineProcess<
  MatchEvent | RatingFormulaEvent | RankingReviewEvent | UserEvent | EmailVerificationEvent,
  Readonly<{ position: string }>,
  never
>({
  name: 'ratingRefreshes',
  queue: 'stats',
  handles: [
    ...(['MatchClaimed', 'MatchConfirmed', 'MatchAutoConfirmed', 'MatchPlayerLeft'] as const),
    ...(['MatchDisputed', 'MatchDisputeSettled', 'MatchVoided'] as const),
    ...(['MatchWithdrawalAgreed', 'MatchWithdrawn'] as const),
    'RatingFormulaAdopted',
    ...(['UserSuspended', 'SuspensionLifted', 'EmailVerified'] as const),
    ...(['PlayerHiddenFromRankings', 'PlayerShownInRankings'] as const),
  ],
  react: ({ id, position }) => [{ id: `ratings.${id}`, due: null, data: { position } }],
  command: ({ position }, commandContext) =>
    new RefreshRatingsCommand({ position }, commandContext),
});
