import { Command, InvalidArgumentError } from 'commander';
import { writeFile } from 'node:fs/promises';
import { calibrationPlot } from '../play/ratings/calibration-plot.js';
import { elo } from '../play/ratings/elo.js';
import { type Window, evaluation } from '../play/ratings/evaluate.js';
import { DAY_MS, inOrder } from '../play/ratings/formula.js';
import { gamesShareGlicko } from '../play/ratings/games-share-glicko.js';
import { glicko2 } from '../play/ratings/glicko2.js';
import type { TourMatch } from '../play/ratings/tour-file.js';
import { type Cli, Failure } from './cli.js';
import { printErrors } from './forecast-errors.js';
import { adoptCommand } from './rankings-adopt.js';
import { exportRankingsCommand } from './exports.js';
import { replayCommand } from './rankings-replay.js';
import { playerCommand, showCommand } from './rankings-show.js';
import { count } from './table.js';
import { problemsTold, tourRows } from './tour-rows.js';

type Days = Readonly<{ from: number; to: number }>;
type Options = Readonly<{ learnUntil?: number; score: Days; plot?: string; json?: boolean }>;

const AT_ONCE = 5_000;

const day = (text: string): number => {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(instant)) throw new InvalidArgumentError('Use a date such as 2014-12-31.');
  return instant;
};

const days = (text: string): Days => {
  const [from = '', to = '', ...rest] = text.split('..');
  const range = { from: day(from), to: day(to) };
  if (rest.length > 0 || range.from > range.to)
    throw new InvalidArgumentError('Use two dates such as 2015-01-01..2019-12-31.');
  return range;
};

/** Reads the matches of a file in order. Reports unreadable rows by line and skips them. */
export const readTourFile = async (
  cli: Cli,
  file: string,
): Promise<{ matches: TourMatch[]; notPlayed: number }> => {
  const matches: TourMatch[] = [];
  const problems = problemsTold(cli);
  let notPlayed = 0;
  for await (const { line, row } of tourRows(file)) {
    if (row === 'not_played') notPlayed++;
    else if ('problem' in row) problems.add(line, row.problem);
    else matches.push(row);
  }
  const refused = problems.end();
  if (refused > 0) cli.note(`${count(refused)} rows are unreadable; the others are used.`);
  matches.sort((a, b) => inOrder(a.match, b.match));
  return { matches, notPlayed };
};

const allErrors = async (
  cli: Cli,
  matches: readonly TourMatch[],
  window: Window,
  tell: (progress: string) => void,
) => {
  const scored = [gamesShareGlicko(), elo({ surfaceShare: 0.5 }), elo(), glicko2()].map((formula) =>
    evaluation(formula, window),
  );
  for (const [index, match] of matches.entries()) {
    for (const one of scored) one.take(match);
    if (index % AT_ONCE > 0) continue;
    cli.interrupted.throwIfAborted();
    tell(`${count(index)} of ${count(matches.length)} matches`);
    await new Promise(setImmediate);
  }
  return scored.map(({ errors }) => errors());
};

const evaluate = async (
  cli: Cli,
  file: string,
  { learnUntil, score, plot, json }: Options,
): Promise<void> => {
  const { matches, notPlayed } = await cli.step('Reading the matches', () =>
    readTourFile(cli, file),
  );
  cli.note(`${count(matches.length)} matches, and ${count(notPlayed)} that were not played.`);
  const to = score.to + DAY_MS;
  const window = {
    from: score.from,
    to,
    learnUntil: learnUntil === undefined ? to : learnUntil + DAY_MS,
  };
  const errors = await cli.step('Rating and forecasting', (tell) =>
    allErrors(cli, matches, window, tell),
  );
  if (errors[0]!.matches === 0) throw new Failure('There is no finished match between these days.');
  if (json) cli.print(JSON.stringify(errors));
  else printErrors(cli, errors);
  if (plot) await writeFile(plot, calibrationPlot(errors.slice(0, 2)));
};

export const rankingsCommand = (cli: Cli): Command => {
  const rankings = new Command('rankings').description('evaluate, replay, and show player ratings');
  rankings
    .command('evaluate')
    .description(
      'rate the matches of a file in memory, forecast each one first, and print the accuracy of each formula',
    )
    .argument(
      '<csv>',
      'matches in playing order: played_on, surface, winner_id, loser_id, score, best_of',
    )
    .option('--learn-until <date>', 'the last training day; by default, the last day scored', day)
    .requiredOption('--score <from>..<to>', 'the first and last day of scored forecasts', days)
    .option('--plot <svg>', 'write a calibration plot to this file')
    .option('--json', 'print the result as JSON')
    .action((file: string, options: Options) => evaluate(cli, file, options));
  for (const command of [
    replayCommand,
    adoptCommand,
    showCommand,
    playerCommand,
    exportRankingsCommand,
  ])
    rankings.addCommand(command(cli));
  return rankings;
};
