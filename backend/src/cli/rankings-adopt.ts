import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Command } from 'commander';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Clock } from '../platform/kernel/clock.js';
import { commandContext } from '../platform/kernel/context.js';
import { Ids } from '../platform/kernel/ids.js';
import { Streams } from '../platform/kernel/streams.js';
import { AdoptFormulaCommand } from '../play/rankings/formula.commands.js';
import { THE_FORMULA, formulaInForce } from '../play/rankings/formula-in-force.js';
import { type Parameters, formulaOf } from '../play/rankings/formulas.js';
import { RatingRefreshes } from '../play/rankings/rating-refreshes.service.js';
import { type PublishedTable, TableStore } from '../play/rankings/table-store.service.js';
import { whileProjected, withApplication } from './application.js';
import type { Cli } from './cli.js';
import { namesOfFormulas, setting } from './replay-log.js';
import { count, table } from './table.js';

type Options = Readonly<{ set?: Parameters; reason: string }>;

const ASK_EVERY_MS = 200;
/** A running worker starts the next table within this time; without one, the command builds it. */
const WORKER_WITHIN_MS = 10_000;

/** Waits until the published table uses this formula. */
const untilPublished = async (
  cli: Cli,
  app: INestApplicationContext,
  formulaId: string,
  tell: (progress: string) => void,
): Promise<PublishedTable> => {
  const tables = app.get(TableStore, { strict: false });
  for (const patience = performance.now() + WORKER_WITHIN_MS; ;) {
    const published = await tables.published();
    if (published?.formulaId === formulaId) return published;
    tell(`${published?.formulaId ?? 'no formula'} is published`);
    if (performance.now() > patience) await app.get(RatingRefreshes, { strict: false }).refresh();
    else await delay(ASK_EVERY_MS, undefined, { signal: cli.interrupted });
    cli.interrupted.throwIfAborted();
  }
};

const print = (
  cli: Cli,
  { formulaId, inputPosition, publishedAt, matches, players }: PublishedTable,
) =>
  cli.print(
    table([
      ['published', ''],
      ['formula', formulaId],
      ['input position', inputPosition],
      ['at', publishedAt],
      ['matches, players', `${count(matches)}, ${count(players)}`],
    ]),
  );

const adopt = (cli: Cli, formula: string, { set = {}, reason }: Options) =>
  withApplication(cli, async (app) => {
    const { formulaId: before } = await app.get(Streams).load(formulaInForce, THE_FORMULA);
    const { id } = formulaOf(formula, set).formula;
    const context = commandContext(
      {
        actor: { id: 'operator', role: 'operator' },
        at: app.get(Clock).instant(),
        correlationId: randomUUID(),
        call: 'rankings adopt',
        fingerprint: id,
      },
      app.get(Ids),
    );
    await app
      .get(CommandBus)
      .execute(
        new AdoptFormulaCommand(
          { formula, parameters: set, expectedCurrent: before, reason },
          context,
        ),
      );
    cli.note(before === id ? `${id} is already in use.` : `${id} replaces ${before}.`);
    const published = await whileProjected(cli, app, () =>
      cli.step('Rating all matches', (tell) => untilPublished(cli, app, id, tell)),
    );
    print(cli, published);
  });

export const adoptCommand = (cli: Cli): Command =>
  new Command('adopt')
    .description(
      'switch to a formula and wait until all players are rated by it; revert in the same way',
    )
    .argument('<formula>', `one of ${namesOfFormulas}`)
    .option('--set <name=value>', 'change one of its parameters; repeatable', setting)
    .requiredOption('--reason <text>', 'the reason, for the log')
    .action((formula: string, options: Options) => adopt(cli, formula, options));
