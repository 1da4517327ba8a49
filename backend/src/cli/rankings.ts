import { Command, InvalidArgumentError } from 'commander';
import { writeFile } from 'node:fs/promises';
import { calibrationPlot } from '../play/ratings/calibration-plot.js';
import { elo } from '../play/ratings/elo.js';
import { evidenceGlicko } from '../play/ratings/evidence-glicko.js';
import { type ScoringWindow, evaluation } from '../play/ratings/evaluate.js';
import { byRatingOrder } from '../play/ratings/formula.js';
import { gamesShareGlicko } from '../play/ratings/games-share-glicko.js';
import { glicko2 } from '../play/ratings/glicko2.js';
import { type TourMatch, tourColumns } from '../play/ratings/tour-file.js';
import { DAY_MS } from '../platform/kernel/local-time.js';
import { type Cli, Failure } from './cli.js';
import { fileFailure } from './file-failure.js';
import { printErrors } from './forecast-errors.js';
import { adoptCommand } from './rankings-adopt.js';
import { exportRankingsCommand } from './exports.js';
import { replayCommand } from './rankings-replay.js';
import { playerCommand, showCommand } from './rankings-show.js';
import { formatCount } from './table.js';
import { type TourLine, openTourFile, problemReporter } from './tour-rows.js';

type DayRange = Readonly<{ from: number; to: number }>;
type EvaluateOptions = Readonly<{
  learnUntil?: number;
  score: DayRange;
  plot?: string;
  json?: boolean;
}>;

const MATCHES_PER_TURN = 5_000;

const parseDay = (text: string): number => {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(instant)) throw new InvalidArgumentError('Use a date such as 2014-12-31.');
  return instant;
};

const parseDays = (text: string): DayRange => {
  const [firstDay = '', lastDay = '', ...extraParts] = text.split('..');
  const dayRange = { from: parseDay(firstDay), to: parseDay(lastDay) };
  if (extraParts.length > 0 || dayRange.from > dayRange.to)
    throw new InvalidArgumentError('Use two dates such as 2015-01-01..2019-12-31.');
  return dayRange;
};

/** Yields the matches of a file in order. Reports unreadable rows by line and skips them. */
export const readTourRows = async (
  cli: Cli,
  rows: AsyncIterable<TourLine>,
): Promise<{ matches: TourMatch[]; notPlayed: number }> => {
  const matches: TourMatch[] = [];
  const problemLog = problemReporter(cli);
  let notPlayed = 0;
  for await (const { line, row } of rows) {
    if (row === 'not_played') notPlayed++;
    else if ('problem' in row) problemLog.add(line, row.problem);
    else matches.push(row);
  }
  const rejectedCount = problemLog.end();
  if (rejectedCount > 0)
    cli.note(`${formatCount(rejectedCount)} rows are unreadable; the others were used.`);
  matches.sort((left, right) => byRatingOrder(left.match, right.match));
  return { matches, notPlayed };
};

const allErrors = async (
  cli: Cli,
  matches: readonly TourMatch[],
  scoredDays: ScoringWindow,
  onProgress: (progress: string) => void,
) => {
  const evaluations = [
    evidenceGlicko(),
    gamesShareGlicko(),
    elo({ surfaceShare: 0.5 }),
    elo(),
    glicko2(),
  ].map((formula) => evaluation(formula, scoredDays));
  for (const [index, match] of matches.entries()) {
    for (const evaluation of evaluations) evaluation.scoreAndRate(match);
    if (index % MATCHES_PER_TURN > 0) continue;
    cli.interrupted.throwIfAborted();
    onProgress(`${formatCount(index)} of ${formatCount(matches.length)} matches`);
    await new Promise(setImmediate);
  }
  return evaluations.map(({ errors }) => errors());
};

const runEvaluation = async (
  cli: Cli,
  file: string,
  { learnUntil, score, plot, json }: EvaluateOptions,
): Promise<void> => {
  const rows = await openTourFile(file);
  const { matches, notPlayed } = await cli.step('Reading the matches', () =>
    readTourRows(cli, rows),
  );
  cli.note(
    `${formatCount(matches.length)} matches, and ${formatCount(notPlayed)} that were not played.`,
  );
  const to = score.to + DAY_MS;
  const scoredDays = {
    from: score.from,
    to,
    learnUntil: learnUntil === undefined ? to : learnUntil + DAY_MS,
  };
  const forecastErrors = await cli.step('Rating and forecasting', (onProgress) =>
    allErrors(cli, matches, scoredDays, onProgress),
  );
  if (forecastErrors[0]!.matches === 0)
    throw new Failure('The file has no finished match between these days. Choose other days.');
  if (json) cli.print(JSON.stringify(forecastErrors));
  else printErrors(cli, forecastErrors);
  if (plot)
    await writeFile(plot, calibrationPlot([forecastErrors[0]!, forecastErrors[2]!])).catch(
      (error: unknown) => {
        throw fileFailure('write', plot, error);
      },
    );
};

export const rankingsCommand = (cli: Cli): Command => {
  const rankings = new Command('rankings');
  rankings
    .command('evaluate')
    .description(
      'rate the matches of a file in memory, forecast each one first, and print the accuracy of each formula',
    )
    .argument('<csv>', `matches in playing order: ${tourColumns.join(', ')}`)
    .option(
      '--learn-until <date>',
      'the last training day; by default, the last day scored',
      parseDay,
    )
    .requiredOption('--score <from>..<to>', 'the first and last day of scored forecasts', parseDays)
    .option('--plot <svg>', 'write a calibration plot to this file')
    .option('--json', 'print the result as JSON')
    .action((file: string, options: EvaluateOptions) => runEvaluation(cli, file, options));
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
