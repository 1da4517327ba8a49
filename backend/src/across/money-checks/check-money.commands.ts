import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { createHash } from 'node:crypto';
import { setImmediate as untilOthersRan } from 'node:timers/promises';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { EventCodec } from '../../platform/kernel/codec.js';
import { EVENT_SETS, type EventSet } from '../../platform/kernel/events.js';
import { Streams } from '../../platform/kernel/streams.js';
import { OVERDUE_HOURS } from '../../money/settlement/open-obligation.js';
import { Queues } from '../../platform/processes/queues.js';
import { EventStore } from '../../platform/stores/event-store.js';
import { StripeClient } from '../../platform/stores/stripe.js';
import { type Overdue, auditLog } from '../../verify/audit.js';
import type { Violation } from '../../verify/check.js';
import { readEvents } from '../../verify/log.js';
import { MoneyReconciliation } from '../../verify/reconciliation/reconciliation.service.js';
import type { Finding } from './money-check.events.js';
import { differenceJobs } from './difference-jobs.js';
import { firstWording } from './first-wordings.js';
import { ALL_CHECKS, eventsSince, moneyChecks } from './money-checks.js';
import { RecentStripeEvents } from './recent-stripe-events.service.js';

/** The first check has no earlier check to start from, so it compares everything. */
const BEGINNING = '1970-01-01T00:00:00.000Z';
/** Limits the memory that the findings of a badly damaged log use. */
const MAX_FINDINGS = 10_000;

/** @param subject the booking, the member, the stream, or Stripe */
export const findingOf = (source: Finding['source'], subject: string, text: string): Finding => ({
  findingId: createHash('sha256')
    .update(`${source} ${subject}: ${firstWording(text)}`)
    .digest('hex')
    .slice(0, 12),
  source,
  subject,
  text,
});

export const placeOf = ({ stream, revision }: Violation): string =>
  revision === null ? stream : `${stream} #${revision}`;

export const findingOfViolation = (violation: Violation): Finding =>
  findingOf('verify', placeOf(violation), violation.problem);

export class SettleRecentEventsCommand extends defineCommand<object>() {}

/**
 * Queues jobs for the objects in Stripe's events since the last complete pass, in case webhooks
 * were lost.
 */
@CommandHandler(SettleRecentEventsCommand)
export class SettleRecentEventsHandler implements ICommandHandler<SettleRecentEventsCommand> {
  constructor(
    private readonly stripeClient: StripeClient,
    private readonly recentStripeEvents: RecentStripeEvents,
    private readonly streams: Streams,
    private readonly commandHandling: CommandHandling,
  ) {}

  /** @throws Error if Stripe cannot be reached; the job is then retried */
  async execute({ context }: SettleRecentEventsCommand): Promise<void> {
    const hasStripe = this.stripeClient.client !== null;
    const since = eventsSince(await this.streams.load(moneyChecks, ALL_CHECKS));
    if (hasStripe) await this.recentStripeEvents.settle(since, context.at);
    await this.commandHandling.handle(
      moneyChecks,
      ALL_CHECKS,
      { type: 'RecordEventsRead', data: { since, hasStripe, readAt: context.at } },
      context,
    );
  }
}

export class CheckMoneyCommand extends defineCommand<object>() {}

/** Does the same as `courtly verify --log-only` and `courtly payments reconcile`. */
@CommandHandler(CheckMoneyCommand)
export class CheckMoneyHandler implements ICommandHandler<CheckMoneyCommand> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly eventCodec: EventCodec,
    private readonly streams: Streams,
    private readonly commandHandling: CommandHandling,
    private readonly stripeClient: StripeClient,
    private readonly reconciliation: MoneyReconciliation,
    private readonly queues: Queues,
    @Inject(EVENT_SETS) private readonly eventSets: readonly EventSet[],
  ) {}

  /** @throws Error if Stripe cannot be reached; the job is then retried */
  async execute({ context }: CheckMoneyCommand): Promise<void> {
    const { since } = await this.streams.load(moneyChecks, ALL_CHECKS);
    const hasStripe = this.stripeClient.client !== null;
    const { violations, waiting } = await this.verifyLog(context.at);
    const { differences } = hasStripe
      ? await this.reconciliation.compare({
          since,
          at: context.at,
          abortSignal: new AbortController().signal,
        })
      : { differences: [] };
    for (const { process, job } of differenceJobs(differences, context.at))
      await this.queues.runNow(process, [job]);
    const findings = [
      ...violations.map((violation) => ({
        ...findingOfViolation(violation),
        canAcknowledge: violation.isMoney === true,
      })),
      ...differences.map(({ subject, text }) => ({
        ...findingOf('reconcile', subject, text),
        canAcknowledge: true,
      })),
    ];
    await this.commandHandling.handle(
      moneyChecks,
      ALL_CHECKS,
      {
        type: 'RecordCheck',
        data: {
          since: since ?? BEGINNING,
          findings: findings.slice(0, MAX_FINDINGS),
          waiting: waiting.map((item) => ({ subject: placeOf(item), text: item.problem })),
          checkedAt: context.at,
        },
      },
      context,
    );
  }

  private async verifyLog(currentInstant: string): Promise<Overdue> {
    const logAudit = auditLog([], this.eventSets);
    const { signal } = new AbortController();
    for await (const batch of readEvents(this.eventStore, this.eventCodec, null, signal)) {
      logAudit.take(batch);
      await untilOthersRan();
    }
    const { violations, waiting } = logAudit.overdue(currentInstant, OVERDUE_HOURS);
    return { violations: [...logAudit.violations(), ...violations], waiting };
  }
}

export class AcknowledgeFindingCommand extends defineCommand<
  Readonly<{ findingId: string; reason: string; finding: Finding | null }>
>() {}

@CommandHandler(AcknowledgeFindingCommand)
export class AcknowledgeFindingHandler implements ICommandHandler<AcknowledgeFindingCommand> {
  constructor(private readonly commandHandling: CommandHandling) {}

  /** @throws DomainError not_found if the last check has no such finding */
  async execute({ input, context }: AcknowledgeFindingCommand): Promise<void> {
    const data = { ...input, acknowledgedBy: context.actor.id, acknowledgedAt: context.at };
    await this.commandHandling.handle(
      moneyChecks,
      ALL_CHECKS,
      { type: 'AcknowledgeFinding', data },
      context,
    );
  }
}
