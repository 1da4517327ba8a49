import type { RecordTaxPaymentBody } from '@courtly/contracts/revenue';
import { toCents } from '@courtly/contracts/wire';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { Ids } from '../../platform/kernel/ids.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ALL_PERIODS, accountingPeriods } from './accounting-period.js';
import { CityTaxQueries } from './city-tax.queries.js';
import { ALL_CITIES, taxPayments } from './tax-payments.js';

type Recorded = CommandResult<Readonly<{ paymentId: string }>>;

/** An admin records that Courtly has remitted tax to a city. */
export class RecordTaxPaymentCommand extends defineCommand<RecordTaxPaymentBody, Recorded>() {}

@CommandHandler(RecordTaxPaymentCommand)
export class RecordTaxPaymentHandler implements ICommandHandler<RecordTaxPaymentCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly cityTax: CityTaxQueries,
    private readonly ids: Ids,
  ) {}

  /** @throws DomainError invalid_request; wrong_status if the books for that day are closed */
  async execute({
    input: { city, month, amount, paidOn, note },
    context,
  }: RecordTaxPaymentCommand): Promise<Recorded> {
    const [{ lastClosed }, collectedByCity] = await Promise.all([
      this.streams.load(accountingPeriods, ALL_PERIODS),
      this.cityTax.collectedByCity(),
    ]);
    const paymentId = this.ids.derived('payment of tax', context.commandId);
    const taxPayment = {
      paymentId,
      city,
      month,
      amountCents: toCents(amount),
      paidOn,
      note,
      recordedBy: context.actor.id,
      recordedAt: context.at,
      collectedCents: collectedByCity.get(city) ?? 0,
      lastClosed,
    };
    const { position } = await this.commandHandling.handle(
      taxPayments,
      ALL_CITIES,
      { type: 'RecordTaxPayment', data: taxPayment },
      context,
    );
    return new CommandResult({ paymentId }, position);
  }
}
