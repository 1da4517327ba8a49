import type { BookingSide } from '@courtly/contracts/bookings';
import type {
  AnswerIncidentBody,
  IncidentKind,
  ReportIncidentBody,
} from '@courtly/contracts/incidents';
import { toCents } from '@courtly/contracts/wire';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../config.js';
import { payoutHold } from '../../money/payouts/payout-hold.js';
import { person } from '../../people/identity/person.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { type CommandContext, followUp } from '../../platform/kernel/context.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { Booking } from '../../booking/bookings/booking.js';
import { BookingParties } from '../../booking/bookings/booking.events.js';
import { bookingVisibleTo } from '../../booking/bookings/booking-lists.js';
import { loadBooking } from '../../booking/bookings/load-booking.js';
import { court } from '../../booking/courts/court.js';
import {
  type Incident,
  holdsPayout,
  incident,
  incidentIdOf,
  otherSideOf,
  reportWindow,
  reportedPersonOf,
} from './incident.js';
import { loadNoShows } from './no-shows.js';
import { wasSuspended } from './was-suspended.js';
import { Weather } from './weather.service.js';

type IncidentResult = CommandResult<Incident>;

const holdReasons: Readonly<Record<IncidentKind, string>> = {
  no_show: 'A no-show report by the player is open.',
  damage: 'A damage claim is open.',
  weather: 'A weather claim is open.',
};

/** Holds the payout of the booking while a claim is open. Does nothing if it is already held. */
const holdPayout = async (
  commandHandling: CommandHandling,
  claim: Incident,
  context: CommandContext,
): Promise<void> => {
  if (!holdsPayout(claim)) return;
  const { kind, bookingId, hostId, reportedBy } = claim;
  const data = {
    hostId,
    bookingId,
    reason: holdReasons[kind],
    adminId: reportedBy,
    at: context.at,
  };
  await commandHandling.handle(
    payoutHold,
    bookingId,
    { type: 'HoldPayout', data },
    followUp(context, 'incident'),
  );
};

export class ReportIncidentCommand extends defineCommand<
  Readonly<{ bookingId: string; report: ReportIncidentBody }>,
  IncidentResult
>() {}

@CommandHandler(ReportIncidentCommand)
export class ReportIncidentHandler implements ICommandHandler<ReportIncidentCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly weather: Weather,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found; wrong_status outside the window or if it is already reported */
  async execute({ input: { bookingId, report }, context }: ReportIncidentCommand) {
    const { actor, at } = context;
    const booking = bookingVisibleTo(await loadBooking(this.streams, bookingId), actor.id);
    const side: BookingSide = booking.hostId === actor.id ? 'host' : 'player';
    const noShows = report.kind === 'no_show' ? await loadNoShows(this.streams, bookingId) : null;
    const counterpart = noShows?.[otherSideOf(side)] ?? null;
    const incidentId = noShows?.[side]?.incidentId ?? incidentIdOf(bookingId, report.kind, side);
    const earlierOutcome = await this.commandHandling.findHandled(incident, incidentId, context);
    if (!earlierOutcome) this.assertReportable(report.kind, side, booking, at);
    const { id: policyId, conduct } = this.config.policy;
    const data = {
      ...BookingParties.parse(booking),
      incidentId,
      kind: report.kind,
      side,
      startTime: booking.startTime,
      endTime: booking.endTime,
      zone: booking.zone,
      reportedBy: actor.id,
      words: report.words,
      amountCents: report.kind === 'damage' ? toCents(report.amount) : null,
      weather: report.kind === 'weather' ? report.weather : null,
      reading: report.kind === 'weather' ? await this.readingOf(booking, at) : null,
      policyId,
      answerBy: new Date(Date.parse(at) + conduct.answerMinutes * MINUTE_MS).toISOString(),
      rulingMinutes: conduct.rulingMinutes,
      ...(report.kind === 'weather' && { moveMinutes: conduct.weatherMoveMinutes }),
      isCounterReport: counterpart !== null && counterpart.decision === null,
      reportedAt: at,
    };
    const { state, position } =
      earlierOutcome ??
      (await this.commandHandling.handle(incident, incidentId, { type: 'Report', data }, context));
    await holdPayout(this.commandHandling, state!, context);
    if (counterpart)
      await this.commandHandling.handle(
        incident,
        counterpart.incidentId,
        { type: 'Counter', data: { at } },
        followUp(context, 'incident'),
      );
    return new CommandResult(state!, position);
  }

  private assertReportable(kind: IncidentKind, side: BookingSide, booking: Booking, at: string) {
    const window = reportWindow(kind, side, booking, this.config.policy.conduct);
    if (!window || at < window.from || at > window.until)
      throw new DomainError('wrong_status', refusalTexts[kind], { status: booking.status });
  }

  private async readingOf({ courtId, startTime }: Booking, at: string) {
    const bookedCourt = await this.streams.cached(court, courtId);
    const { latitude = null, longitude = null } = bookedCourt ?? {};
    return latitude === null || longitude === null
      ? null
      : this.weather.readingOf({ latitude, longitude, startTime }, at);
  }
}

const refusalTexts: Record<IncidentKind, string> = {
  no_show:
    'You can report a no-show from the start of a confirmed booking until the reporting period ends.',
  damage: 'Only the host can claim damage, from the start of the hour until the claim period ends.',
  weather: 'You can claim bad weather from shortly before the hour until it ends.',
};

export class AnswerIncidentCommand extends defineCommand<
  Readonly<{ bookingId: string; kind: IncidentKind; answer: AnswerIncidentBody }>,
  IncidentResult
>() {}

@CommandHandler(AnswerIncidentCommand)
export class AnswerIncidentHandler implements ICommandHandler<AnswerIncidentCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
  ) {}

  /** @throws DomainError not_found, including for the reporter; wrong_status after the deadline */
  async execute({ input: { bookingId, kind, answer }, context }: AnswerIncidentCommand) {
    const { actor, at } = context;
    const { state, position } = await this.commandHandling.handle(
      incident,
      await this.reportedAbout(actor.id, bookingId, kind),
      { type: 'Answer', data: { ...answer, by: actor.id, at } },
      context,
    );
    return new CommandResult(state!, position);
  }

  private async reportedAbout(
    userId: string,
    bookingId: string,
    kind: IncidentKind,
  ): Promise<string> {
    if (kind !== 'no_show') return incidentIdOf(bookingId, kind, 'host');
    const { player, host } = await loadNoShows(this.streams, bookingId);
    const aboutUser = [player, host].find(
      (report) => report && reportedPersonOf(report) === userId,
    );
    if (!aboutUser) throw notFound('report');
    return aboutUser.incidentId;
  }
}

export class DecideIncidentCommand extends defineCommand<
  Readonly<{ incidentId: string; isUpheld: boolean; reason: string }>,
  IncidentResult
>() {}

@CommandHandler(DecideIncidentCommand)
export class DecideIncidentHandler implements ICommandHandler<DecideIncidentCommand> {
  constructor(private readonly commandHandling: CommandHandling) {}

  /** @throws DomainError not_found; forbidden in the admin's own case; wrong_status */
  async execute({ input: { incidentId, isUpheld, reason }, context }: DecideIncidentCommand) {
    const { state, position } = await this.commandHandling.handle(
      incident,
      incidentId,
      { type: 'Decide', data: { adminId: context.actor.id, isUpheld, reason, at: context.at } },
      context,
    );
    return new CommandResult(state!, position);
  }
}

export class PassIncidentDeadlineCommand extends defineCommand<
  Readonly<{ incidentId: string }>
>() {}

/** Also holds the payout of a claim, in case the process stopped after the report. */
@CommandHandler(PassIncidentDeadlineCommand)
export class PassIncidentDeadlineHandler implements ICommandHandler<PassIncidentDeadlineCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
  ) {}

  /** Refuses nothing. */
  async execute({ input: { incidentId }, context }: PassIncidentDeadlineCommand) {
    const reported = await this.streams.load(incident, incidentId);
    if (!reported) return;
    if (!reported.decision) await holdPayout(this.commandHandling, reported, context);
    const silenceUpholds = await this.silenceUpholds(reported);
    await this.commandHandling.handle(
      incident,
      incidentId,
      { type: 'PassDeadline', data: { at: context.at, silenceUpholds } },
      context,
    );
  }

  /**
   * Silence upholds only no-show reports, unless the other side also reported one or was suspended
   * before the deadline.
   */
  private async silenceUpholds(reported: Incident): Promise<boolean> {
    const { kind, status, side, bookingId, reportedAt, answerBy } = reported;
    if (kind !== 'no_show' || status !== 'open') return false;
    const [noShows, userHistory] = await Promise.all([
      loadNoShows(this.streams, bookingId),
      this.streams.events(`${person.category}-${reportedPersonOf(reported)}`),
    ]);
    return noShows[otherSideOf(side)] === null && !wasSuspended(userHistory, reportedAt, answerBy);
  }
}
