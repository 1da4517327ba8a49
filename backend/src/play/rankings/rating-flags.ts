import type { RatingFlagKind } from '@courtly/contracts/rankings';
import { type PlayerRecord, matchesIn } from './player-record.js';

/**
 * A suspicious pattern for an admin to review. `share` is of matches, or of games for
 * `new_and_strong`.
 */
export type RatingFlag = Readonly<{ kind: RatingFlagKind; otherId: string | null; share: number }>;

/** Nearly all matches against one opponent. */
const PAIR = { matches: 10, share: 0.8 };
/** Wins nearly all matches they log, and loses most that others log. */
const REPORTS = { logged: 8, wonShare: 0.95, others: 3, lostShare: 0.6 };
const LOST_IN_A_ROW = 8;
/** A newcomer with an unusual share of the games. */
const NEW = { from: 5, to: 12, share: 0.75 };

const hundredths = (share: number) => Math.round(share * 100) / 100;

const closedPair = ({ opponents }: PlayerRecord, matches: number): RatingFlag[] => {
  if (opponents === null || matches < PAIR.matches) return [];
  return [...opponents].flatMap(([otherId, times]) =>
    times / matches >= PAIR.share
      ? [{ kind: 'closed_pair', otherId, share: hundredths(times / matches) } as const]
      : [],
  );
};

const oneSided = ({
  reports: { logged, loggedWins, others, othersLosses },
}: PlayerRecord): RatingFlag[] =>
  logged >= REPORTS.logged &&
  loggedWins / logged >= REPORTS.wonShare &&
  others >= REPORTS.others &&
  othersLosses / others >= REPORTS.lostShare
    ? [{ kind: 'one_sided_reports', otherId: null, share: hundredths(loggedWins / logged) }]
    : [];

/** Rules of thumb for admins; nothing follows automatically. */
export const flagsOf = (record: PlayerRecord): RatingFlag[] => {
  const { all } = record;
  const matches = matchesIn(all);
  const share = all.gamesWon / Math.max(1, all.gamesWon + all.gamesLost);
  return [
    ...closedPair(record, matches),
    ...oneSided(record),
    ...(all.lostInARow >= LOST_IN_A_ROW
      ? [
          {
            kind: 'losing_run',
            otherId: null,
            share: hundredths(all.lostInARow / matches),
          } as const,
        ]
      : []),
    ...(matches >= NEW.from && matches <= NEW.to && share >= NEW.share
      ? [{ kind: 'new_and_strong', otherId: null, share: hundredths(share) } as const]
      : []),
  ];
};
