import { Command } from 'commander';
import { THE_FORMULA, formulaInForce } from '../play/rankings/formula-in-force.js';
import { DEFAULT_FORMULA, type Parameters, formulaOf } from '../play/rankings/formulas.js';
import type { Mover } from '../play/rankings/replayed-ranking.js';
import { type Comparison, replay } from '../play/rankings/replay.js';
import type { ReplayedMatches } from '../play/rankings/replayed-matches.js';
import type { Cli } from './cli.js';
import { printErrors } from './forecast-errors.js';
import {
  formulaStreams,
  instant,
  namesOfFormulas,
  setting,
  withEventStore,
  withMatches,
} from './replay-log.js';
import { number } from './rankings-show.js';
import { count, table } from './table.js';

type Options = Readonly<{
  formula: string;
  set?: Parameters;
  asOf?: string;
  compare: string;
  movers: number;
  json?: boolean;
}>;

const LIVE = 'live';

const placeOf = (rank: number | null) => (rank === null ? 'none' : String(rank));

const moverRow = ({ playerId, before, after, change }: Mover): string[] => [
  playerId,
  before.rating.figure.toFixed(2),
  after.rating.figure.toFixed(2),
  `${change > 0 ? '+' : ''}${change.toFixed(2)}`,
  placeOf(before.rank),
  placeOf(after.rank),
];

const print = (cli: Cli, asOf: string | null, matches: ReplayedMatches, result: Comparison) => {
  const { replayed, compared, movers } = result;
  const facts = [
    ['as of', asOf ?? 'the end of the log'],
    ['input position', matches.position ?? 'none'],
    ['events, matches rated', `${count(matches.events)}, ${count(result.matches)}`],
    [`hash of ${replayed.formula}`, replayed.hash],
    [`hash of ${compared.formula}`, compared.hash],
  ];
  cli.print(table([['replay', ''], ...facts]));
  cli.print('');
  if (replayed.formula === compared.formula) return printErrors(cli, [replayed.errors]);
  printErrors(cli, [replayed.errors, compared.errors]);
  for (const [discipline, { players, moved, farthest }] of Object.entries(movers)) {
    cli.print('');
    cli.print(`${discipline}: ${count(moved)} of ${count(players)} players move`);
    if (farthest.length === 0) continue;
    const heading = ['player', compared.formula, replayed.formula, 'change', 'rank', 'then'];
    cli.print(table([heading, ...farthest.map(moverRow)]));
  }
};

const run = (cli: Cli, { formula, set, compare, movers, json, ...rest }: Options) =>
  withEventStore(cli, async (store) => {
    const asOf = rest.asOf ?? null;
    const ours = formulaOf(formula, set);
    const live = () => formulaStreams(store).load(formulaInForce, THE_FORMULA);
    const other = compare === LIVE ? await live() : { formula: compare, parameters: {} };
    const theirs = formulaOf(other.formula, other.parameters);
    await withMatches(cli, store, asOf, async (matches) => {
      const at = () => Date.parse(asOf ?? matches.latest);
      const result = await cli.step('Rating and forecasting', (tell) =>
        replay(matches.rated(), [ours, theirs], at, movers, (rated) => {
          cli.interrupted.throwIfAborted();
          tell(`${count(rated)} matches`);
        }),
      );
      const { position, events } = matches;
      if (json) cli.print(JSON.stringify({ asOf, inputPosition: position, events, ...result }));
      else print(cli, asOf, matches, result);
    });
  });

export const replayCommand = (cli: Cli): Command =>
  new Command('replay')
    .description(
      'rate all matches in memory by a formula and list the players who would move; writes nothing',
    )
    .option('--formula <name>', `one of ${namesOfFormulas}`, DEFAULT_FORMULA)
    .option('--set <name=value>', 'change one of its parameters; repeatable', setting)
    .option('--as-of <instant>', 'only decisions up to then; a day includes its end (UTC)', instant)
    .option('--compare <name>', `${LIVE}, the current formula, or one of ${namesOfFormulas}`, LIVE)
    .option(
      '--movers <n>',
      'the number of players per discipline, those who move farthest',
      number,
      20,
    )
    .option('--json', 'print one JSON object')
    .action((options: Options) => run(cli, options));
