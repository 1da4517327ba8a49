import type {
  AccountNotificationType,
  BookingNotificationType,
  CourtNotificationType,
} from '@courtly/contracts/notifications';
import type { ReversalCause } from '@courtly/contracts/reversal-causes';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { waiverCountOf } from '../../booking/guest-waivers/guest-waiver-view.js';
import { guestWaivers } from '../../booking/guest-waivers/guest-waivers.js';
import { CONFIG, type Config } from '../../config.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { asRead } from '../../platform/kernel/read-scope.js';
import { Streams } from '../../platform/kernel/streams.js';
import { allDisputes } from '../../money/payments/wrong-charge.js';
import { isDisputed } from '../../money/payments/disputes.js';
import { type Payment, payment } from '../../money/payments/payment.js';
import { hostPosition } from '../../money/payouts/next-payout.js';
import { isInDebt, refundOwner } from '../../money/settlement/next-step.js';
import { payout } from '../../money/payouts/payout.js';
import { person } from '../../people/identity/person.js';
import {
  chargesOf,
  disputeDeadline,
  isDisputeOver,
} from '../../people/membership/membership-payments.js';
import { membership } from '../../people/membership/membership.js';
import { rankingReview } from '../../play/rankings/ranking-review.js';
import { conversation, readerOfSide } from '../../booking/messages/conversation.js';
import { BookingEmailExtras } from './booking-email-extras.service.js';
import { MemberEmails } from './member-emails.service.js';
import {
  type MoneyDetails,
  type ReminderLeadTime,
  courtEmail,
  messageEmail,
  notificationEmail,
  readsMoney,
  rankingEmail,
  reportEmail,
  reminderEmail,
} from './notification-emails.js';
import { HostApprovals } from '../../people/applications/host-approvals.service.js';
import { accountEmail, approvalEmail } from './account-emails.js';
import {
  type MembershipAlarmDetails,
  type MembershipAlarmType,
  membershipAlarmEmail,
} from './membership-alarm-emails.js';
import { type PlatformAlarmType, platformAlarmEmail } from './platform-alarm-emails.js';
import { isReminderLate, needsReminder } from './reminders.js';
import { debtNotifications, isStillCurrent, emailKindOf } from './recipients.js';

/** Contains only ids and no personal data. */
export type BookingEmailJob = Readonly<{
  personId: string;
  bookingId: string;
  type: BookingNotificationType;
  /** The money that moved, in dollars if `currency` is missing. */
  amountCents: number | null;
  currency?: string;
  /** Set only in emails for admins. */
  stripeId?: string;
  /** Why Stripe refused to move the money. */
  refusal?: MoneyDetails['refusal'];
  /** Selects the note of an adjusted payout. */
  adjustmentId?: string;
  /** Why a payout was taken back. */
  cause?: ReversalCause;
  /** The report or claim, and the deadline for a response. */
  incident?: MoneyDetails['incident'];
  /** The UTC offset with which screens showed the hour until then. */
  previousOffsetMinutes?: number;
  /** When the event was decided (UTC). */
  at: string;
}>;

export class SendBookingEmailCommand extends defineCommand<BookingEmailJob>() {}

/** Sends the email of a notification about a booking, unless it no longer applies. */
@CommandHandler(SendBookingEmailCommand)
export class SendBookingEmailHandler implements ICommandHandler<SendBookingEmailCommand> {
  constructor(
    private readonly memberEmails: MemberEmails,
    private readonly bookingExtras: BookingEmailExtras,
    private readonly streams: Streams,
  ) {}

  /** @throws Error if the email could not be sent; PermanentFailure if a retry cannot help */
  async execute({ input: emailJob, context }: SendBookingEmailCommand): Promise<void> {
    const { personId, bookingId, type, stripeId = null, refusal, at } = emailJob;
    const { amountCents, currency } = emailJob;
    const isAboutDebt = debtNotifications.has(type);
    const money = isAboutDebt || readsMoney.has(type) ? await this.moneyOf(bookingId) : null;
    await this.memberEmails.sendAboutBooking(
      context.commandId,
      {
        personId,
        bookingId,
        kind: emailKindOf(type),
        isAdmin: stripeId !== null,
        isIncident: type.startsWith('incident_'),
      },
      async (emailReader, bookingDetails) =>
        isStillCurrent(type, bookingDetails.booking.status) &&
        (!isAboutDebt || isInDebt(bookingDetails.booking, money!.payment))
          ? notificationEmail(emailReader, type, {
              ...bookingDetails,
              ...(emailReader.verifyAt === null &&
                (await this.bookingExtras.of(type, emailReader.email, bookingDetails))),
              amountCents,
              currency,
              stripeId,
              ...(money && {
                captureBefore: money.payment?.captureBefore ?? null,
                refundOwner: refundOwner(bookingDetails.booking, money.payment),
                host: hostPosition(bookingDetails.booking, money.payment, money.payout),
                ...disputeDetails(money.payment, stripeId),
                hostNote: money.payout.adjustments.find(
                  ({ adjustmentId }) => adjustmentId === emailJob.adjustmentId,
                )?.hostNote,
              }),
              refusal,
              cause: emailJob.cause,
              incident: emailJob.incident,
              previousOffsetMinutes: emailJob.previousOffsetMinutes,
              at,
            })
          : null,
    );
  }

  private async moneyOf(bookingId: string) {
    const [currentPayment, currentPayout] = await Promise.all([
      this.streams.load(payment, bookingId),
      this.streams.load(payout, bookingId),
    ]);
    return { payment: currentPayment, payout: currentPayout };
  }
}

/** Admins respond to one dispute. The host waits for all of them. */
const disputeDetails = (
  currentPayment: Payment | null,
  disputeId: string | null,
): Pick<MoneyDetails, 'respondBy' | 'isDisputeOver'> => {
  const disputes = currentPayment ? allDisputes(currentPayment) : {};
  const dispute = disputes[disputeId ?? ''];
  const isOpen = dispute ? dispute.status === 'open' : isDisputed({ disputes });
  return { respondBy: dispute?.dueAt ?? null, isDisputeOver: !isOpen };
};

export type CourtEmailJob = Readonly<{
  personId: string;
  courtId: string;
  type: CourtNotificationType;
}>;

export class SendCourtEmailCommand extends defineCommand<CourtEmailJob>() {}

/** Informs the host that a court was hidden or shown again, unless it has changed since. */
@CommandHandler(SendCourtEmailCommand)
export class SendCourtEmailHandler implements ICommandHandler<SendCourtEmailCommand> {
  constructor(private readonly memberEmails: MemberEmails) {}

  /** @throws Error if the email could not be sent; PermanentFailure if a retry cannot help */
  async execute({ input: { type, ...courtRecipient }, context }: SendCourtEmailCommand) {
    await this.memberEmails.sendAboutCourt(
      context.commandId,
      courtRecipient,
      (emailReader, bookableCourt) => {
        const isCourtHidden = bookableCourt.hiddenBecause !== null;
        return isCourtHidden === (type === 'court_hidden')
          ? courtEmail(emailReader, bookableCourt)
          : null;
      },
    );
  }
}

/** `isUpheld` means that the reported text was removed. */
export type ReportEmailJob = Readonly<{ personId: string; courtId: string; isUpheld: boolean }>;

export class SendReportEmailCommand extends defineCommand<ReportEmailJob>() {}

/** Informs a person of the decision on their report. */
@CommandHandler(SendReportEmailCommand)
export class SendReportEmailHandler implements ICommandHandler<SendReportEmailCommand> {
  constructor(private readonly memberEmails: MemberEmails) {}

  /** @throws Error if the email could not be sent; PermanentFailure if a retry cannot help */
  async execute({ input: { isUpheld, ...recipient }, context }: SendReportEmailCommand) {
    await this.memberEmails.sendAboutReport(
      context.commandId,
      recipient,
      (emailReader, courtName) => reportEmail(emailReader, isUpheld, courtName),
    );
  }
}

export type RankingEmailJob = Readonly<{ playerId: string; isHidden: boolean }>;

export class SendRankingEmailCommand extends defineCommand<RankingEmailJob>() {}

/** Informs a player that they are hidden from rankings or shown again, if that is still so. */
@CommandHandler(SendRankingEmailCommand)
export class SendRankingEmailHandler implements ICommandHandler<SendRankingEmailCommand> {
  constructor(
    private readonly memberEmails: MemberEmails,
    private readonly streams: Streams,
  ) {}

  /** @throws Error if the email could not be sent; PermanentFailure if a retry cannot help */
  async execute({ input: { playerId, isHidden }, context }: SendRankingEmailCommand) {
    if ((await this.streams.load(rankingReview, playerId)).isHidden !== isHidden) return;
    await this.memberEmails.sendAboutRankings(context.commandId, playerId, (emailReader) =>
      rankingEmail(emailReader, isHidden),
    );
  }
}

/** The email shows the account as it is when the job runs. */
export type AccountEmailJob = Readonly<{
  personId: string;
  type: AccountNotificationType;
  /** The amount awaiting payout. */
  amountCents?: number;
}>;

export class SendAccountEmailCommand extends defineCommand<AccountEmailJob>() {}

/** Sends the email of a notification about an account. */
@CommandHandler(SendAccountEmailCommand)
export class SendAccountEmailHandler implements ICommandHandler<SendAccountEmailCommand> {
  constructor(
    private readonly memberEmails: MemberEmails,
    private readonly hostApprovals: HostApprovals,
  ) {}

  /** @throws Error if the email could not be sent; PermanentFailure if a retry cannot help */
  async execute({ input: { personId, type, amountCents }, context }: SendAccountEmailCommand) {
    const approval = await this.hostApprovals.ofHost(personId);
    await this.memberEmails.sendAboutAccount(context.commandId, personId, (emailReader, account) =>
      type === 'payouts_await_approval'
        ? approvalEmail(emailReader, approval, amountCents ?? 0)
        : accountEmail(emailReader, type, account, amountCents),
    );
  }
}

/** Contains only ids and no personal data. */
export type MembershipAlarmEmailJob = Omit<MembershipAlarmDetails, 'respondBy' | 'isDisputeOver'> &
  Readonly<{ personId: string; memberId: string; type: MembershipAlarmType }>;

export class SendMembershipAlarmEmailCommand extends defineCommand<MembershipAlarmEmailJob>() {}

/** Alerts an admin about a membership's payment. */
@CommandHandler(SendMembershipAlarmEmailCommand)
export class SendMembershipAlarmEmailHandler implements ICommandHandler<SendMembershipAlarmEmailCommand> {
  constructor(
    private readonly memberEmails: MemberEmails,
    private readonly streams: Streams,
  ) {}

  /** @throws Error if the email could not be sent; PermanentFailure if a retry cannot help */
  async execute({ input, context }: SendMembershipAlarmEmailCommand) {
    const { personId, memberId, type, ...details } = input;
    const charges = chargesOf(await this.streams.load(membership, memberId));
    const dispute = {
      respondBy: disputeDeadline(charges, details.stripeId),
      isDisputeOver: isDisputeOver(charges, details.stripeId),
    };
    await this.memberEmails.sendToAdmin(context.commandId, personId, (emailReader) =>
      membershipAlarmEmail(emailReader, type, { ...details, ...dispute }),
    );
  }
}

export type PlatformAlarmEmailJob = Readonly<{
  personId: string;
  type: PlatformAlarmType;
  amountCents: number;
}>;

export class SendPlatformAlarmEmailCommand extends defineCommand<PlatformAlarmEmailJob>() {}

/** Alerts an admin about Courtly's own records or balance. */
@CommandHandler(SendPlatformAlarmEmailCommand)
export class SendPlatformAlarmEmailHandler implements ICommandHandler<SendPlatformAlarmEmailCommand> {
  constructor(private readonly memberEmails: MemberEmails) {}

  /** Refuses nothing. */
  async execute({ input, context }: SendPlatformAlarmEmailCommand) {
    const { personId, type, amountCents } = input;
    await this.memberEmails.sendToAdmin(context.commandId, personId, (emailReader) =>
      platformAlarmEmail(emailReader, type, amountCents),
    );
  }
}

/** `number` counts the messages of a conversation, starting at 1. */
export type MessageEmailJob = Readonly<{
  personId: string;
  bookingId: string;
  number: number;
}>;

export class SendMessageEmailCommand extends defineCommand<MessageEmailJob>() {}

/** Sends the email about a message that is still unread and was not removed. */
@CommandHandler(SendMessageEmailCommand)
export class SendMessageEmailHandler implements ICommandHandler<SendMessageEmailCommand> {
  constructor(
    private readonly memberEmails: MemberEmails,
    private readonly streams: Streams,
  ) {}

  /** @throws Error if the email could not be sent; PermanentFailure if a retry cannot help */
  async execute({ input: { personId, bookingId, number }, context }: SendMessageEmailCommand) {
    const conversationState = await this.streams.load(conversation, bookingId);
    const sentMessage = conversationState?.messages[number - 1];
    if (
      !sentMessage ||
      sentMessage.isRemoved ||
      conversationState.readUpTo[readerOfSide(sentMessage.side)] >= number
    )
      return;
    const authorName =
      (await this.streams.load(person, sentMessage.authorId))?.firstName || 'A former member';
    await this.memberEmails.sendAboutBooking(
      context.commandId,
      { personId, bookingId, kind: 'messages' },
      (emailReader, bookingDetails) => messageEmail(emailReader, authorName, bookingDetails),
    );
  }
}

export type ReminderEmailJob = Readonly<{
  personId: string;
  bookingId: string;
  ahead: ReminderLeadTime;
}>;

export class SendReminderEmailCommand extends defineCommand<ReminderEmailJob>() {}

/** Reminds a player or host of a booking, unless it is canceled or the email would be late. */
@CommandHandler(SendReminderEmailCommand)
export class SendReminderEmailHandler implements ICommandHandler<SendReminderEmailCommand> {
  constructor(
    private readonly memberEmails: MemberEmails,
    private readonly streams: Streams,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Error if the email could not be sent; PermanentFailure if a retry cannot help */
  async execute({
    input: { personId, bookingId, ahead: leadTime },
    context,
  }: SendReminderEmailCommand): Promise<void> {
    const guestState = await this.streams.load(guestWaivers, bookingId);
    // The email only mentions the rule, and a late reminder is not sent.
    const { guestWaivers: rule } = asRead(() => this.config.policy);
    await this.memberEmails.sendAboutBooking(
      context.commandId,
      { personId, bookingId, kind: 'reminders' },
      (emailReader, { booking, court, side }) =>
        needsReminder(leadTime, booking) && !isReminderLate(leadTime, booking, context.at)
          ? reminderEmail(
              emailReader,
              leadTime,
              side,
              { booking, court },
              context.at,
              waiverCountOf(booking, guestState, rule),
            )
          : null,
    );
  }
}
