import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import { Lags } from '../../platform/projections/lags.js';
import { linesOf } from './accounts.js';
import { ALL_PERIODS, accountingPeriods } from './accounting-period.js';
import { BooksQueries } from './books.queries.js';
import { journal } from './journal.projection.js';

/** A month's events may be recorded shortly after it ends. */
const CLOSING_DELAY_MS = HOUR_MS;

/** Closes a month of the books, so that its figures can never change. */
export class ClosePeriodCommand extends defineCommand<
  Readonly<{ month: string }>,
  CommandResult<Readonly<{ month: string }>>
>() {}

@CommandHandler(ClosePeriodCommand)
export class ClosePeriodHandler implements ICommandHandler<ClosePeriodCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly books: BooksQueries,
    private readonly lags: Lags,
  ) {}

  /**
   * @throws DomainError wrong_status if the month is not over, is closed, or is not the next one;
   *   store_unavailable if the journal does not show the whole month yet, or skips
   *   a stream that it cannot fold
   */
  async execute({
    input: { month },
    context,
  }: ClosePeriodCommand): Promise<CommandResult<Readonly<{ month: string }>>> {
    await this.requireCurrentJournal();
    const closePeriod = {
      month,
      balances: linesOf(await this.books.balancesAtEndOf(month)),
      closedBy: context.actor.id,
      closedAt: context.at,
      currentMonth: new Date(Date.parse(context.at) - CLOSING_DELAY_MS).toISOString().slice(0, 7),
    };
    const { position } = await this.commandHandling.handle(
      accountingPeriods,
      ALL_PERIODS,
      { type: 'ClosePeriod', data: closePeriod },
      context,
    );
    return new CommandResult({ month }, position);
  }

  private async requireCurrentJournal(): Promise<void> {
    const lags = await this.lags.measureLags();
    const journalLag = lags.find(({ readModel }) => readModel === journal.name);
    const isCurrent =
      journalLag?.complete === true &&
      !journalLag.torn &&
      journalLag.parkedStreams === 0 &&
      journalLag.seconds !== null &&
      journalLag.seconds * 1_000 < CLOSING_DELAY_MS;
    if (!isCurrent)
      throw new DomainError(
        'store_unavailable',
        'The books are still being updated. Please try again in a moment.',
      );
  }
}
