import type { RatingFlagKind } from '@courtly/contracts/rankings';
import { type PlayerRecord, matchCountOf } from './player-record.js';

/**
 * A suspicious pattern for an admin to review. `share` is a share of matches, or of games for
 * `new_and_strong`.
 */
export type RatingFlag = Readonly<{ kind: RatingFlagKind; otherId: string | null; share: number }>;

/** A player with nearly all matches against one opponent. */
const CLOSED_PAIR = { matches: 10, share: 0.8 };
/** A player who wins nearly all matches that they log, but loses most that others log. */
const ONE_SIDED_REPORTS = { logged: 8, wonShare: 0.95, others: 3, lostShare: 0.6 };
const LOSING_RUN_MATCHES = 8;
/** A new player with an unusually large share of the games. */
const NEW_AND_STRONG = { from: 5, to: 12, share: 0.75 };

const toHundredths = (shareOfGames: number) => Math.round(shareOfGames * 100) / 100;

const closedPair = ({ opponents }: PlayerRecord, matchCount: number): RatingFlag[] => {
  if (opponents === null || matchCount < CLOSED_PAIR.matches) return [];
  return [...opponents].flatMap(([opponentId, matchesAgainst]) =>
    matchesAgainst / matchCount >= CLOSED_PAIR.share
      ? [
          {
            kind: 'closed_pair',
            otherId: opponentId,
            share: toHundredths(matchesAgainst / matchCount),
          } as const,
        ]
      : [],
  );
};

const oneSidedReports = ({
  reports: { logged, loggedWins, others, othersLosses },
}: PlayerRecord): RatingFlag[] =>
  logged >= ONE_SIDED_REPORTS.logged &&
  loggedWins / logged >= ONE_SIDED_REPORTS.wonShare &&
  others >= ONE_SIDED_REPORTS.others &&
  othersLosses / others >= ONE_SIDED_REPORTS.lostShare
    ? [{ kind: 'one_sided_reports', otherId: null, share: toHundredths(loggedWins / logged) }]
    : [];

/** Applies rules of thumb for admins. Flags have no automatic consequences. */
export const flagsOf = (playerRecord: PlayerRecord): RatingFlag[] => {
  const { all } = playerRecord;
  const matchCount = matchCountOf(all);
  const shareOfGames = all.gamesWon / Math.max(1, all.gamesWon + all.gamesLost);
  return [
    ...closedPair(playerRecord, matchCount),
    ...oneSidedReports(playerRecord),
    ...(all.lostInARow >= LOSING_RUN_MATCHES
      ? [
          {
            kind: 'losing_run',
            otherId: null,
            share: toHundredths(all.lostInARow / matchCount),
          } as const,
        ]
      : []),
    ...(matchCount >= NEW_AND_STRONG.from &&
    matchCount <= NEW_AND_STRONG.to &&
    shareOfGames >= NEW_AND_STRONG.share
      ? [{ kind: 'new_and_strong', otherId: null, share: toHundredths(shareOfGames) } as const]
      : []),
  ];
};
