import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { moneyCase } from './money-case.js';
import { moneyCases } from './money-cases.projection.js';

/** An admin marks a case as done that neither Stripe nor a bank will end. */
export class CloseMoneyCaseCommand extends defineCommand<
  Readonly<{ caseId: string; reason: string }>,
  CommandResult<Readonly<{ id: string }>>
>() {}

@CommandHandler(CloseMoneyCaseCommand)
export class CloseMoneyCaseHandler implements ICommandHandler<CloseMoneyCaseCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly readModels: ReadModels,
  ) {}

  /** @throws DomainError not_found; wrong_status if the case ends by itself or is done */
  async execute({ input: { caseId, reason }, context }: CloseMoneyCaseCommand) {
    const existing = await this.readModels.read(moneyCases, (collection) =>
      collection.findOne({ _id: caseId }),
    );
    if (!existing) throw notFound('case');
    const { status, section, openedAt } = existing;
    if (status === 'done')
      throw new DomainError('wrong_status', 'This case is already done.', { status });
    if (section !== 'mismatches')
      throw new DomainError('wrong_status', 'This case ends when the money has moved.', { status });
    const closing = { caseId, openedAt, reason, closedBy: context.actor.id, closedAt: context.at };
    const { position } = await this.commandHandling.handle(
      moneyCase,
      caseId,
      { type: 'CloseCase', data: closing },
      context,
    );
    return new CommandResult({ id: caseId }, position);
  }
}
