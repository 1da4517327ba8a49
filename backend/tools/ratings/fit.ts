import type { Cli } from '@courtly/backend/cli/cli';
import { readTourFile } from '@courtly/backend/cli/rankings';
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

/** Parameters that matches can determine. The club sets the others. */
const fitted = [
  'surfaceDeviation',
  'skillDrift',
  'surfaceDrift',
  'matchSlope',
  'bestOfFiveSlope',
  'gameWeight',
] as const satisfies readonly (keyof GamesShareParameters)[];

/** Fixed start values, so that the result does not depend on earlier fits. */
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

/** Parameters are positive, so the search uses their logarithms. Keeps four digits. */
const parametersAt = (coordinates: readonly number[]) =>
  Object.fromEntries(
    fitted.map((name, index) => [name, Number(Math.exp(coordinates[index]!).toPrecision(4))]),
  );

const logLoss = (matches: readonly TourMatch[], changes: Partial<GamesShareParameters>): number => {
  const scored = evaluation(gamesShareGlicko(changes), window);
  for (const match of matches) scored.scoreAndRate(match);
  return scored.errors().logLoss;
};

const fit = async (cli: Cli, file: string): Promise<void> => {
  const { matches: tourMatches } = await readTourFile(cli, file);
  const matches = tourMatches.filter(({ match }) => match.playedAt < window.to);
  const search = async (reportProgress: (progress: string) => void) => {
    const start = fitted.map((name) => Math.log(START[name]));
    return nelderMead(
      (coordinates) => logLoss(matches, parametersAt(coordinates)),
      start,
      SEARCH,
      (roundIndex, { value }) => {
        const line = `round ${formatCount(roundIndex)}, log loss ${value.toFixed(5)}`;
        if (roundIndex % 10 === 0) cli.note(line);
        reportProgress(line);
      },
    );
  };
  const bestPoint = await cli.step(
    `Fitting to ${formatCount(matches.length)} matches before 2011`,
    search,
  );
  const values = parametersAt(bestPoint.at);
  const tableRows = fitted.map((name) => [
    name,
    String(values[name]),
    String(gamesShareDefaults[name]),
  ]);
  cli.print(formatTable([['parameter', 'fitted', 'current default'], ...tableRows]));
  cli.print(`log loss on 2000 to 2010: ${bestPoint.value.toFixed(5)}`);
};

export const fitCommand = (cli: Cli): Command =>
  new Command('ratings-fit')
    .description(
      'fit the default rating formula to professional matches before 2011 and print its parameters',
    )
    .argument('<csv>', 'matches in playing order')
    .action((file: string) => fit(cli, file));
