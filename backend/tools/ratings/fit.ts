import type { Cli } from '@courtly/backend/cli/cli';
import { readTourRows } from '@courtly/backend/cli/rankings';
import { openTourFile } from '@courtly/backend/cli/tour-rows';
import { formatCount, formatTable } from '@courtly/backend/cli/table';
import { type ScoringWindow, evaluation } from '@courtly/backend/play/ratings/evaluate';
import {
  type GamesShareParameters,
  gamesShareDefaults,
  gamesShareGlicko,
} from '@courtly/backend/play/ratings/games-share-glicko';
import type { TourMatch } from '@courtly/backend/play/ratings/tour-file';
import { Command } from 'commander';
import { nelderMead } from './nelder-mead.js';

/** The parameters that can be determined from matches. The club sets the others. */
const fitted = [
  'surfaceDeviation',
  'skillDrift',
  'surfaceDrift',
  'matchSlope',
  'bestOfFiveSlope',
  'gameWeight',
] as const satisfies readonly (keyof GamesShareParameters)[];

/** The start values are fixed, so that the result does not depend on earlier fits. */
const START: Record<(typeof fitted)[number], number> = {
  surfaceDeviation: 0.5,
  skillDrift: 0.5,
  surfaceDrift: 0.2,
  matchSlope: 4,
  bestOfFiveSlope: 1.5,
  gameWeight: 0.3,
};

/** Matches from 2011 on are reserved for validation. */
const window: ScoringWindow = {
  learnUntil: Date.UTC(2011, 0, 1),
  from: Date.UTC(2000, 0, 1),
  to: Date.UTC(2011, 0, 1),
};

const SEARCH = { step: 0.3, tolerance: 1e-6, rounds: 400 };

/** Parameters are positive, so the search uses their logarithms. Four digits are kept. */
const parametersAt = (coordinates: readonly number[]) =>
  Object.fromEntries(
    fitted.map((parameterName, cornerIndex) => [
      parameterName,
      Number(Math.exp(coordinates[cornerIndex]!).toPrecision(4)),
    ]),
  );

const logLoss = (
  tourMatches: readonly TourMatch[],
  changes: Partial<GamesShareParameters>,
): number => {
  const scored = evaluation(gamesShareGlicko(changes), window);
  for (const tourMatch of tourMatches) scored.scoreAndRate(tourMatch);
  return scored.errors().logLoss;
};

const fit = async (commandLine: Cli, csvPath: string): Promise<void> => {
  const { matches: tourMatches } = await readTourRows(commandLine, await openTourFile(csvPath));
  const matches = tourMatches.filter(({ match: tourMatch }) => tourMatch.playedAt < window.to);
  const search = async (reportProgress: (progress: string) => void) => {
    const startPoint = fitted.map((parameterName) => Math.log(START[parameterName]));
    return nelderMead(
      (coordinates) => logLoss(matches, parametersAt(coordinates)),
      startPoint,
      SEARCH,
      (roundIndex, { value }) => {
        const line = `round ${formatCount(roundIndex)}, log loss ${value.toFixed(5)}`;
        if (roundIndex % 10 === 0) commandLine.note(line);
        reportProgress(line);
      },
    );
  };
  const bestPoint = await commandLine.step(
    `Fitting to ${formatCount(matches.length)} matches before 2011`,
    search,
  );
  const values = parametersAt(bestPoint.at);
  const tableRows = fitted.map((parameterName) => [
    parameterName,
    String(values[parameterName]),
    String(gamesShareDefaults[parameterName]),
  ]);
  commandLine.print(formatTable([['parameter', 'fitted', 'current default'], ...tableRows]));
  commandLine.print(`log loss on 2000 to 2010: ${bestPoint.value.toFixed(5)}`);
};

export const fitCommand = (commandLine: Cli): Command =>
  new Command('ratings-fit')
    .description(
      'fit the default rating formula to professional matches before 2011 and print its parameters',
    )
    .argument('<csv>', 'matches in playing order')
    .action((csvPath: string) => fit(commandLine, csvPath));
