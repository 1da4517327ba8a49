import { Logger } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { people } from '../../people/identity/people.projection.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { type Alarm, alarm } from './alarm.js';

/** So many admins hear of an alarm at most. */
const MOST_ADMINS = 50;

/** Tells every admin that money went wrong. */
export class RaiseAlarmCommand extends defineCommand<Alarm>() {}

/** Whoever is an admin when it is raised is told; operators read it in the log of the process, so that it is not lost without one. */
@CommandHandler(RaiseAlarmCommand)
export class RaiseAlarmHandler implements ICommandHandler<RaiseAlarmCommand> {
  private readonly logger = new Logger('money');

  constructor(
    private readonly commands: CommandHandling,
    private readonly readModels: ReadModels,
  ) {}

  async execute({ input: its, context }: RaiseAlarmCommand): Promise<void> {
    const admins = await this.readModels.read(people, (all) =>
      all
        .find({ roles: 'admin' })
        .sort({ _id: 1 })
        .limit(MOST_ADMINS)
        .project<{ _id: string }>({ _id: 1 })
        .toArray(),
    );
    const { type, stripeId, amountCents } = its;
    this.logger.error({ alarm: type, stripeId, amountCents, admins: admins.length });
    const data = { alarm: its, adminIds: admins.map(({ _id }) => _id), raisedAt: context.at };
    await this.commands.handle(alarm, its.causeId, { type: 'RaiseAlarm', data }, context);
  }
}
