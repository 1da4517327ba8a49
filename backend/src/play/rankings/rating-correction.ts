import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { DisciplineRow, PlayerRow } from './ranking-table.js';
import { disciplines } from './ranking-fold.js';
import type { RatedMatchDocument } from './rated-matches.projection.js';
import type { RatingCorrectionEvent } from './rankings.events.js';

type Correction = RatingCorrectionEvent['data'];

/** Whose figure moved because a match counts no more, and by how much; kept with the table that says so until all were told. */
export type Corrections = Readonly<{
  match: Pick<RatedMatchDocument, 'matchId' | 'courtId' | 'playedAt' | 'zone'>;
  moved: readonly Moved[];
}>;

export type Moved = Pick<Correction, 'playerId' | 'discipline' | 'before' | 'after'>;

/** So many are told of one withdrawal, those whose figure moved most. */
export const MOST_TOLD = 200;

type Figures = Readonly<Record<'singles' | 'doubles', Pick<DisciplineRow, 'figure'> | null>>;

/** What moved between two tables for one player, by a hundredth at least. */
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

/** Those whose figure moved most, whoever moved alike in the order of their ids. */
export const mostMoved = (moved: readonly Moved[]): Moved[] =>
  [...moved]
    .sort((a, b) => byHowMuch(b) - byHowMuch(a) || (a.playerId < b.playerId ? -1 : 1))
    .slice(0, MOST_TOLD);

export type RatingCorrectionCommand = Message<
  'TellOfCorrection',
  Corrections & { formulaId: string; at: string }
>;

/** Who was told that a match counts no more. That a command is carried out once is the command's own id. */
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
