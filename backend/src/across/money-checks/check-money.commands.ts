import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { createHash } from 'node:crypto';
import { setImmediate as untilOthersRan } from 'node:timers/promises';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { EventCodec } from '../../platform/kernel/codec.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { EventStore } from '../../platform/stores/event-store.js';
import { StripeClient } from '../../platform/stores/stripe.js';
import { type Overdue, auditLog } from '../../verify/audit.js';
import type { Violation } from '../../verify/check.js';
import { readEvents } from '../../verify/log.js';
import { MoneyReconciliation } from '../../verify/reconciliation/reconciliation.service.js';
import type { Finding } from './money-check.events.js';
import { ALL_CHECKS, moneyChecks } from './money-checks.js';
import { RecentStripeEvents } from './recent-stripe-events.service.js';

/**
 * Money that is overdue for longer is a violation. This is also the default of `courtly verify`.
 */
const OVERDUE_HOURS = 6;
/** The comparison with Stripe covers a week, so one missed night loses nothing. */
const COMPARED_MS = 7 * DAY_MS;
/** Bounds the memory for the findings of a badly damaged log. */
const MAX_FINDINGS = 10_000;

/** @param subject the booking, member, stream, or Stripe */
export const findingOf = (source: Finding['source'], subject: string, text: string): Finding => ({
  findingId: createHash('sha256')
    .update(`${source} ${subject}: ${text}`)
    .digest('hex')
    .slice(0, 12),
  source,
  subject,
  text,
});

const placeOf = ({ stream, revision }: Violation): string =>
  revision === null ? stream : `${stream} #${revision}`;

export class SettleRecentEventsCommand extends defineCommand<object>() {}

/** Queues jobs for the objects in Stripe's recent events, in case their webhooks were lost. */
@CommandHandler(SettleRecentEventsCommand)
export class SettleRecentEventsHandler implements ICommandHandler<SettleRecentEventsCommand> {
  constructor(
    private readonly stripeClient: StripeClient,
    private readonly recentStripeEvents: RecentStripeEvents,
  ) {}

  async execute({ context }: SettleRecentEventsCommand): Promise<void> {
    if (this.stripeClient.client) await this.recentStripeEvents.settle(context.at);
  }
}

export class CheckMoneyCommand extends defineCommand<object>() {}

/** Does what `courtly verify --log-only` and `courtly payments reconcile` do. */
@CommandHandler(CheckMoneyCommand)
export class CheckMoneyHandler implements ICommandHandler<CheckMoneyCommand> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly eventCodec: EventCodec,
    private readonly streams: Streams,
    private readonly commandHandling: CommandHandling,
    private readonly stripeClient: StripeClient,
    private readonly reconciliation: MoneyReconciliation,
  ) {}

  async execute({ context }: CheckMoneyCommand): Promise<void> {
    const since = new Date(Date.parse(context.at) - COMPARED_MS).toISOString();
    const hasStripe = this.stripeClient.client !== null;
    const { violations, waiting } = await this.verifyLog(context.at);
    const { differences } = hasStripe
      ? await this.reconciliation.compare({
          since,
          abortSignal: new AbortController().signal,
        })
      : { differences: [] };
    const findings = [
      ...violations.map((violation) => findingOf('verify', placeOf(violation), violation.problem)),
      ...differences.map(({ subject, text }) => findingOf('reconcile', subject, text)),
    ];
    await this.commandHandling.handle(
      moneyChecks,
      ALL_CHECKS,
      {
        type: 'RecordCheck',
        data: {
          since,
          findings: findings.slice(0, MAX_FINDINGS),
          waiting: waiting.map((item) => ({ subject: placeOf(item), text: item.problem })),
          checkedAt: context.at,
        },
      },
      context,
    );
  }

  private async verifyLog(currentInstant: string): Promise<Overdue> {
    const logAudit = auditLog([]);
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
