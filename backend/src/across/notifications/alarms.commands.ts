import { Logger } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { payment } from '../../money/payments/payment.js';
import { allDisputes } from '../../money/payments/wrong-charge.js';
import { people } from '../../people/identity/people.projection.js';
import { chargesOf, disputeDeadline } from '../../people/membership/membership-payments.js';
import { membership } from '../../people/membership/membership.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import { moneyAlarmCount } from '../../platform/stores/metrics.js';
import { type Alarm, alarm } from './alarm.js';

const MAX_ADMINS = 50;

/** Alerts every admin about a money problem. */
export class RaiseAlarmCommand extends defineCommand<Alarm>() {}

/**
 * Also writes to the log of the process, so that operators see the alarm if there is no admin. The
 * alarm is raised every two minutes until it reaches an admin, but it is logged only once an hour.
 */
@CommandHandler(RaiseAlarmCommand)
export class RaiseAlarmHandler implements ICommandHandler<RaiseAlarmCommand> {
  private readonly moneyLogger = new Logger('money');
  /** When alarms that reached no admin were last logged, by cause. */
  private readonly loggedAt = new Map<string, number>();

  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly readModels: ReadModels,
    private readonly streams: Streams,
  ) {}

  /** Refuses nothing. */
  async execute({ input: raisedAlarm, context }: RaiseAlarmCommand): Promise<void> {
    const adminDocuments = await this.readModels.read(people, (collection) =>
      collection
        .find({ roles: 'admin' })
        .sort({ _id: 1 })
        .limit(MAX_ADMINS)
        .project<{ _id: string }>({ _id: 1 })
        .toArray(),
    );
    this.log(raisedAlarm, adminDocuments.length, Date.parse(context.at));
    const adminIds = adminDocuments.map(({ _id }) => _id);
    const respondBy = await this.deadlineOf(raisedAlarm);
    await this.commandHandling.handle(
      alarm,
      raisedAlarm.causeId,
      {
        type: 'RaiseAlarm',
        data: { alarm: raisedAlarm, adminIds, respondBy, raisedAt: context.at },
      },
      context,
    );
  }

  /** The deadline (UTC) for evidence, if the alarm is about a dispute that is still open. */
  private async deadlineOf({ bookingId, playerId, stripeId }: Alarm): Promise<string | null> {
    if (bookingId !== '') {
      const currentPayment = await this.streams.load(payment, bookingId);
      return currentPayment ? (allDisputes(currentPayment)[stripeId]?.dueAt ?? null) : null;
    }
    if (playerId === '') return null;
    return disputeDeadline(chargesOf(await this.streams.load(membership, playerId)), stripeId);
  }

  private log(
    { causeId, type, stripeId, amountCents, currency }: Alarm,
    admins: number,
    now: number,
  ) {
    const lastLoggedAt = this.loggedAt.get(causeId);
    if (admins > 0) this.loggedAt.delete(causeId);
    else if (lastLoggedAt !== undefined && now < lastLoggedAt + HOUR_MS) return;
    else this.loggedAt.set(causeId, now);
    this.moneyLogger.error({ alarm: type, stripeId, amountCents, currency, admins });
    if (lastLoggedAt === undefined) moneyAlarmCount.inc({ type });
  }
}
