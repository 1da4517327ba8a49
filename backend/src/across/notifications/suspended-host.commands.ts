import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { US_DOLLARS } from '@courtly/contracts/amount';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { RaiseAlarmCommand } from './alarms.commands.js';

/** Alerts admins that a suspended host has upcoming bookings. `causeId` is the suspension. */
export class AlertAboutSuspendedHostCommand extends defineCommand<
  Readonly<{ userId: string; causeId: string }>
>() {}

@CommandHandler(AlertAboutSuspendedHostCommand)
export class AlertAboutSuspendedHostHandler implements ICommandHandler<AlertAboutSuspendedHostCommand> {
  constructor(
    private readonly readModels: ReadModels,
    private readonly commandBus: CommandBus,
  ) {}

  /** Refuses nothing. */
  async execute({ input: { userId, causeId }, context }: AlertAboutSuspendedHostCommand) {
    const nextBooking = await this.readModels.read(bookings, (collection) =>
      collection.findOne(
        { hostId: userId, status: 'confirmed', startTime: { $gt: context.at } },
        { sort: { startTime: 1 } },
      ),
    );
    if (!nextBooking) return;
    const { bookingId, courtId, playerId, startTime, endTime, zone } = nextBooking;
    await this.commandBus.execute(
      new RaiseAlarmCommand(
        {
          causeId,
          bookingId,
          courtId,
          playerId,
          startTime,
          endTime,
          zone,
          type: 'host_suspended',
          stripeId: '',
          amountCents: 0,
          currency: US_DOLLARS,
          code: null,
          tryAgainAt: null,
        },
        context,
      ),
    );
  }
}
