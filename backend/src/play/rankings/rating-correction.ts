import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { DisciplineRow, PlayerRow } from './ranking-table.js';
import { disciplines } from './ranking-fold.js';
import type { RatedMatchDocument } from './rated-matches.projection.js';
import type { RatingCorrectionEvent } from './rankings.events.js';

type Correction = RatingCorrectionEvent['data'];

/**
 * Players whose figure changed because a match no longer counts. Stored with the table until all
 * corrections are recorded.
 */
export type Corrections = Readonly<{
  match: Pick<RatedMatchDocument, 'matchId' | 'courtId' | 'playedAt' | 'zone'>;
  moved: readonly Moved[];
}>;

export type Moved = Pick<Correction, 'playerId' | 'discipline' | 'before' | 'after'>;

/** The number of players notified per withdrawal, by size of the change. */
export const MOST_TOLD = 200;

type Figures = Readonly<Record<'singles' | 'doubles', Pick<DisciplineRow, 'figure'> | null>>;

/** A player's figures that changed between two tables. */
export const movedBetween = (
  playerId: string,
  before: Figures,
  after: Pick<PlayerRow, 'singles' | 'doubles'>,
): Moved[] =>
  disciplines.flatMap((discipline) => {
    const [was, is] = [before[discipline]?.figure, after[discipline]?.figure];
    return was === undefined || is === undefined || was === is
      ? []
      : [{ playerId, discipline, before: was, after: is }];
  });

const byHowMuch = ({ before, after }: Moved): number => Math.abs(after - before);

/** Players with the largest changes, then by id. */
export const mostMoved = (moved: readonly Moved[]): Moved[] =>
  [...moved]
    .sort((a, b) => byHowMuch(b) - byHowMuch(a) || (a.playerId < b.playerId ? -1 : 1))
    .slice(0, MOST_TOLD);

export type RatingCorrectionCommand = Message<
  'RecordCorrections',
  Corrections & { formulaId: string; at: string }
>;

/** Records the corrections after a withdrawal. The command id makes this idempotent. */
export const ratingCorrection: Decider<null, RatingCorrectionCommand, RatingCorrectionEvent> = {
  category: 'ratingCorrection',
  initial: null,
  decide: ({ data: { match, moved, formulaId, at } }) =>
    moved.map((one) => ({
      type: 'RatingCorrected',
      data: { ...match, ...one, formulaId, correctedAt: at },
    })),
  evolve: () => null,
};
