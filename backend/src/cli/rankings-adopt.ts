import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Command } from 'commander';
import { setTimeout as delay } from 'node:timers/promises';
import { Streams } from '../platform/kernel/streams.js';
import { AdoptFormulaCommand } from '../play/rankings/formula.commands.js';
import { FORMULA_STREAM_ID, formulaInForce } from '../play/rankings/formula-in-force.js';
import {
  type FormulaParameters,
  checkParameters,
  configuredFormula,
} from '../play/rankings/formulas.js';
import { RatingRefreshes } from '../play/rankings/rating-refreshes.service.js';
import { type PublishedTable, TableStore } from '../play/rankings/table-store.service.js';
import { whileProjected, withApplication } from './application.js';
import type { Cli } from './cli.js';
import { operatorContext } from './operator-context.js';
import { namesOfFormulas, parseSetting } from './replay-log.js';
import { formatCount, formatTable } from './table.js';

type AdoptOptions = Readonly<{ set?: FormulaParameters; reason: string; acknowledge?: boolean }>;

const POLL_INTERVAL_MS = 200;
/**
 * A running worker starts the next table within this time. If there is no worker, the command
 * builds the table.
 */
const WORKER_TIMEOUT_MS = 10_000;

/** Waits until the published table uses this formula. */
const untilPublished = async (
  cli: Cli,
  application: INestApplicationContext,
  formulaId: string,
  onProgress: (progress: string) => void,
): Promise<PublishedTable> => {
  const tableStore = application.get(TableStore, { strict: false });
  for (const workerDeadline = performance.now() + WORKER_TIMEOUT_MS; ;) {
    const published = await tableStore.published();
    if (published?.formulaId === formulaId) return published;
    onProgress(`${published?.formulaId ?? 'no formula'} is published`);
    if (performance.now() > workerDeadline)
      await application.get(RatingRefreshes, { strict: false }).refresh();
    else await delay(POLL_INTERVAL_MS, undefined, { signal: cli.interrupted });
    cli.interrupted.throwIfAborted();
  }
};

const printTable = (
  cli: Cli,
  { formulaId, inputPosition, publishedAt, matches, players }: PublishedTable,
) =>
  cli.print(
    formatTable([
      ['published', ''],
      ['formula', formulaId],
      ['input position', inputPosition],
      ['at', publishedAt],
      ['matches, players', `${formatCount(matches)}, ${formatCount(players)}`],
    ]),
  );

const adoptFormula = (
  cli: Cli,
  formula: string,
  { set = {}, reason, acknowledge = false }: AdoptOptions,
) =>
  withApplication(cli, async (application) => {
    const { formulaId: previousFormula } = await application
      .get(Streams)
      .load(formulaInForce, FORMULA_STREAM_ID);
    checkParameters(formula, set);
    const { id } = configuredFormula(formula, set).formula;
    const context = operatorContext(application, 'rankings adopt', id);
    const adoption = {
      formula,
      parameters: set,
      expectedCurrent: previousFormula,
      reason,
      // Operators compare formulas with `rankings replay`, which stores no replay to name here.
      replayId: null,
      acknowledged: acknowledge,
    };
    await application.get(CommandBus).execute(new AdoptFormulaCommand(adoption, context));
    cli.note(
      previousFormula === id ? `${id} is already in use.` : `${id} replaces ${previousFormula}.`,
    );
    const published = await whileProjected(cli, application, () =>
      cli.step('Rating all matches', (onProgress) =>
        untilPublished(cli, application, id, onProgress),
      ),
    );
    printTable(cli, published);
  });

export const adoptCommand = (cli: Cli): Command =>
  new Command('adopt')
    .description(
      'switch to a formula and wait until it has rated all players; revert in the same way',
    )
    .argument('<formula>', `one of ${namesOfFormulas}`)
    .option('--set <name=value>', 'change one of its parameters; repeatable', parseSetting)
    .requiredOption('--reason <text>', 'the reason, for the log')
    .option('--acknowledge', 'required, because no stored replay is evidence for the formula')
    .action((formula: string, options: AdoptOptions) => adoptFormula(cli, formula, options));
