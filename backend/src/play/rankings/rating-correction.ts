import { Sport } from '@courtly/contracts/sport';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { DisciplineRow, PlayerRow } from './ranking-table.js';
import { disciplines } from './ranking-fold.js';
import type { RatedMatchDocument } from './rated-matches.projection.js';
import type { RatingCorrectionEvent } from './rankings.events.js';

type CorrectionData = RatingCorrectionEvent['data'];

/**
 * The players whose figure changed because a match no longer counts. Stored with the table until
 * all corrections are recorded.
 */
export type MatchCorrections = Readonly<{
  match: Pick<RatedMatchDocument, 'matchId' | 'courtId' | 'playedAt' | 'zone' | 'sport'>;
  moved: readonly FigureChange[];
}>;

export type FigureChange = Pick<
  CorrectionData,
  'playerId' | 'sport' | 'discipline' | 'before' | 'after'
>;

/**
 * The maximum number of changes per sport that a withdrawal sends notifications about, largest
 * first.
 */
export const MOST_CORRECTIONS = 200;

type PlayerFigures = Readonly<Record<'singles' | 'doubles', Pick<DisciplineRow, 'figure'> | null>>;

/** The figures of a player in a sport that changed between two tables. */
export const changesBetween = (
  rowBefore: PlayerFigures,
  rowAfter: Pick<PlayerRow, 'playerId' | 'sport' | 'singles' | 'doubles'>,
): FigureChange[] =>
  disciplines.flatMap((matchDiscipline) => {
    const [figureBefore, figureAfter] = [
      rowBefore[matchDiscipline]?.figure,
      rowAfter[matchDiscipline]?.figure,
    ];
    return figureBefore === undefined || figureAfter === undefined || figureBefore === figureAfter
      ? []
      : [
          {
            playerId: rowAfter.playerId,
            sport: rowAfter.sport,
            discipline: matchDiscipline,
            before: figureBefore,
            after: figureAfter,
          },
        ];
  });

const sizeOfChange = ({ before, after }: FigureChange): number => Math.abs(after - before);

/** The largest changes of each sport. Equal changes are ordered by player id. */
export const largestChanges = (figureChanges: readonly FigureChange[]): FigureChange[] =>
  Sport.options.flatMap((changedSport) =>
    figureChanges
      .filter(({ sport }) => sport === changedSport)
      .sort(
        (firstChange, secondChange) =>
          sizeOfChange(secondChange) - sizeOfChange(firstChange) ||
          (firstChange.playerId < secondChange.playerId ? -1 : 1),
      )
      .slice(0, MOST_CORRECTIONS),
  );

export type RatingCorrectionCommand = Message<
  'RecordCorrections',
  MatchCorrections & { formulaId: string; at: string }
>;

/** Records the corrections that follow a withdrawal. The command id makes this idempotent. */
export const ratingCorrection: Decider<null, RatingCorrectionCommand, RatingCorrectionEvent> = {
  category: 'ratingCorrection',
  initial: null,
  decide: ({ data: { match, moved, formulaId, at } }) =>
    moved.map((figureChange) => ({
      type: 'RatingCorrected',
      data: { ...match, ...figureChange, formulaId, correctedAt: at },
    })),
  evolve: () => null,
};
