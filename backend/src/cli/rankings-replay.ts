import type { Sport } from '@courtly/contracts/sport';
import { Command } from 'commander';
import { FORMULA_STREAM_ID, formulaInForce } from '../play/rankings/formula-in-force.js';
import {
  DEFAULT_FORMULA,
  type FormulaParameters,
  checkParameters,
  configuredFormula,
} from '../play/rankings/formulas.js';
import { evidenceOf } from '../play/rankings/forecast-evidence.js';
import type { RankingMover } from '../play/rankings/replayed-ranking.js';
import { type Comparison, replay } from '../play/rankings/replay.js';
import type { ReplayedMatches } from '../play/rankings/replayed-matches.js';
import type { Cli } from './cli.js';
import { printErrors } from './forecast-errors.js';
import {
  formulaStreams,
  asOfOption,
  namesOfFormulas,
  parseSetting,
  sportOption,
  withEventStore,
  withMatches,
} from './replay-log.js';
import { parseCount } from './rankings-show.js';
import { formatCount, formatTable } from './table.js';

type ReplayOptions = Readonly<{
  sport: Sport;
  formula: string;
  set?: FormulaParameters;
  asOf?: string;
  compare: string;
  movers: number;
  json?: boolean;
}>;

const LIVE_FORMULA = 'live';

const rankText = (rank: number | null) => (rank === null ? 'none' : String(rank));

const moverCells = ({ playerId, before, after, change }: RankingMover): string[] => [
  playerId,
  before.rating.figure.toFixed(2),
  after.rating.figure.toFixed(2),
  `${change > 0 ? '+' : ''}${change.toFixed(2)}`,
  rankText(before.rank),
  rankText(after.rank),
];

const printReplay = (
  cli: Cli,
  { asOf, sport }: Readonly<{ asOf: string | null; sport: Sport }>,
  matches: ReplayedMatches,
  replayResult: Comparison,
) => {
  const { replayed, compared, movers } = replayResult;
  const summaryRows = [
    ['sport', sport],
    ['as of', asOf ?? 'the end of the log'],
    ['input position', matches.position ?? 'none'],
    [
      'events, matches rated',
      `${formatCount(matches.eventCount)}, ${formatCount(replayResult.matches)}`,
    ],
    [`hash of ${replayed.formula}`, replayed.hash],
    [`hash of ${compared.formula}`, compared.hash],
  ];
  cli.print(formatTable([['replay', ''], ...summaryRows]));
  cli.print('');
  if (replayed.formula === compared.formula) return printErrors(cli, [replayed.errors]);
  printErrors(cli, [replayed.errors, compared.errors]);
  if (replayResult.difference) {
    cli.print('');
    cli.print(evidenceOf(sport, replayResult.difference).sentence);
  }
  for (const [discipline, { players, moved: movedCount, farthest }] of Object.entries(movers)) {
    cli.print('');
    cli.print(`${discipline}: ${formatCount(movedCount)} of ${formatCount(players)} players move`);
    if (farthest.length === 0) continue;
    const heading = ['player', compared.formula, replayed.formula, 'change', 'rank', 'then'];
    cli.print(formatTable([heading, ...farthest.map(moverCells)]));
  }
};

const runReplay = (
  cli: Cli,
  { sport, formula, set, compare, movers, json, ...parameters }: ReplayOptions,
) =>
  withEventStore(cli, async (store) => {
    const asOf = parameters.asOf ?? null;
    checkParameters(formula, set ?? {});
    const replayedFormula = configuredFormula(formula, set);
    const currentFormula = () => formulaStreams(store).load(formulaInForce, FORMULA_STREAM_ID);
    const comparedFormula =
      compare === LIVE_FORMULA ? await currentFormula() : { formula: compare, parameters: {} };
    const comparedRules = configuredFormula(comparedFormula.formula, comparedFormula.parameters);
    await withMatches(cli, store, asOf, async (matches) => {
      const asOfInstant = () => Date.parse(asOf ?? matches.latestInstant);
      const replayResult = await cli.step('Rating and forecasting', (onProgress) =>
        replay(
          matches.ratedMatches(sport),
          [replayedFormula, comparedRules],
          asOfInstant,
          movers,
          (matchCount) => {
            cli.interrupted.throwIfAborted();
            onProgress(`${formatCount(matchCount)} matches`);
          },
        ),
      );
      const { position, eventCount: events } = matches;
      if (json)
        cli.print(
          JSON.stringify({ asOf, sport, inputPosition: position, events, ...replayResult }),
        );
      else printReplay(cli, { asOf, sport }, matches, replayResult);
    });
  });

export const replayCommand = (cli: Cli): Command =>
  new Command('replay')
    .description(
      'rate all matches of a sport in memory with a formula and list the players who would move; writes nothing',
    )
    .option('--formula <name>', `one of ${namesOfFormulas}`, DEFAULT_FORMULA)
    .option('--set <name=value>', 'change one of its parameters; repeatable', parseSetting)
    .addOption(asOfOption())
    .addOption(sportOption())
    .option(
      '--compare <name>',
      `${LIVE_FORMULA}, the current formula, or one of ${namesOfFormulas}`,
      LIVE_FORMULA,
    )
    .option(
      '--movers <n>',
      'how many players to list per discipline, largest changes first',
      parseCount,
      20,
    )
    .option('--json', 'print one JSON object')
    .action((options: ReplayOptions) => runReplay(cli, options));
