import { US_DOLLARS, formatAmount, toAmount } from '@courtly/contracts/amount';
import { incidentTitles } from '@courtly/contracts/incident-titles';
import type { IncidentKind } from '@courtly/contracts/incidents';
import type { BookingSide, DeclineReason } from '@courtly/contracts/bookings';
import type { WaiverCount } from '@courtly/contracts/guest-waiver-rule';
import type { BookingNotificationType } from '@courtly/contracts/notifications';
import { type ReversalCause, reversalCauseTexts } from '@courtly/contracts/reversal-causes';
import { refundArrival } from '@courtly/contracts/refund-arrival';
import type { Court } from '../../booking/courts/court.js';
import type { Booking } from '../../booking/bookings/booking.js';
import type { AnswerLinks } from '../../booking/bookings/emailed-answers.service.js';
import { chargeDueAt, lastFreeCancellation } from '../../booking/pricing/cancellation.js';
import type { HostPosition } from '../../money/payouts/next-payout.js';
import type { DueStep } from '../../money/settlement/next-step.js';
import {
  type Email,
  type EmailCalendar,
  type EmailFacts,
  type EmailPart,
  composeEmail,
} from '../../platform/mail/email-body.js';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { formatAtOffset, formatDay, formatInstant } from '../../platform/mail/email-dates.js';
import type { RecipientSide } from './recipients.js';

/** An email ends with a link to `page`. The links in `off` turn off this kind of email. */
export type EmailReader = Readonly<{
  email: string;
  firstName: string;
  page: Readonly<{ words: string; address: string }>;
  /** The page that verifies this email, which may belong to a stranger; null if it is verified. */
  verifyAt: string | null;
  off: Readonly<{ page: string; oneClick: string }> | null;
}>;

/**
 * Money that moved, or that Stripe refused to move. Instants are UTC. `readsMoney` lists the emails
 * that need `host` and `refundOwner`.
 */
export type MoneyDetails = Readonly<{
  amountCents: number | null;
  /** Dollars if missing. */
  currency?: string | undefined;
  /** Only for admins. */
  stripeId?: string | null;
  /** When the authorization ends. */
  captureBefore?: string | null;
  /** Stripe's code and the next attempt. */
  refusal?: Readonly<{ code: string; tryAgainAt: string }> | null;
  /** The host's position when the email is written. */
  host?: HostPosition;
  /** Who makes the refund that is due, if there is one. */
  refundOwner?: DueStep['owner'] | null;
  /** Explains an adjustment. */
  hostNote?: string | undefined;
  /** The deadline of an open dispute. */
  respondBy?: string | null;
  /** Whether the dispute ended before the email was written. */
  isDisputeOver?: boolean;
  /** Why a payout was taken back. */
  cause?: ReversalCause | undefined;
  previousOffsetMinutes?: number | undefined;
  /** A report or claim, and by when the reader can respond. */
  incident?: IncidentDetails | undefined;
  at: string;
}>;
/** What the host can see about the player who requests an hour. */
export type Requester = Readonly<{
  name: string;
  /** The NTRP level; null if unknown or private. */
  level: string | null;
  played: number;
  cancelled: number;
  /** The mean rating by hosts, from 1 to 5; null without reviews. */
  rating: number | null;
  /** The note as the host may read it. */
  note: string;
}>;

/** How a player finds the court. `mostGuests` is 0 if they cannot bring anyone. */
export type ArrivalDetails = Readonly<{
  directions: string;
  mostGuests: number;
  signsWaivers: boolean;
}>;

/** Parts that only some emails about bookings have. */
export type BookingExtras = Readonly<{
  requester?: Requester | null;
  answerLinks?: AnswerLinks | null;
  arrival?: ArrivalDetails | null;
  calendar?: EmailCalendar | null;
}>;

type BookingDetails = BookingExtras &
  Readonly<{
    booking: Booking;
    court: Pick<Court, 'name' | 'location' | 'address'>;
  }>;

/** Jobs of earlier releases lack the sides. */
type IncidentDetails = Readonly<{
  kind: IncidentKind;
  answerBy: string | null;
  reporter?: BookingSide;
  reader?: BookingSide;
  /** Until when the player can move the hour instead of the refund (UTC). */
  moveBy?: string | undefined;
}>;

const declineReasonTexts: Record<DeclineReason, string> = {
  not_available: "The court isn't available at that time.",
  maintenance: 'The court is closed for maintenance.',
  weather: 'The weather is too bad to play.',
  too_many_players: 'Your group is too large for this court.',
  other: "The host didn't give a reason.",
};

const declineTexts = ({ booking: { cancellation } }: BookingDetails): readonly string[] => {
  const { declineReason, note } = cancellation ?? { declineReason: null, note: '' };
  const reason = declineReason ?? 'other';
  return [
    ...(note && reason === 'other' ? [] : [declineReasonTexts[reason]]),
    ...(note ? ["Open the booking to read the host's note."] : []),
  ];
};

const answerDeadline = ({ booking: { zone, answerBy } }: BookingDetails) =>
  `Please respond by ${formatInstant(zone, answerBy)}. After that, the request expires.`;

const amountText = (amountCents: number | null, currency = US_DOLLARS): string =>
  formatAmount(toAmount(amountCents ?? 0, currency));

/** The range of local days on which a refund should arrive. */
const arrivalText = ({ booking: { zone }, at }: BookingDetails & MoneyDetails): string => {
  const { from, until } = refundArrival(localDate(zone, at));
  return `Your bank should show it between ${formatDay(from)} and ${formatDay(until)}.`;
};

const nextAttempt = ({ booking: { zone }, refusal, at }: BookingDetails & MoneyDetails): string =>
  `on ${formatInstant(zone, refusal?.tryAgainAt ?? at)}`;

/** Free bookings have no charge, and a charge at approval has a separate email. */
const chargeTexts = ({
  booking,
  captureBefore = null,
}: BookingDetails & MoneyDetails): readonly string[] => {
  const { approvedAt, zone, totalCents } = booking;
  if (approvedAt === null) return [];
  const dueAt = chargeDueAt({ ...booking, approvedAt }, captureBefore);
  return dueAt > approvedAt
    ? [
        `${amountText(totalCents)} is authorized on your card. It will be charged on ${formatInstant(zone, dueAt)}, unless you cancel before then.`,
      ]
    : [];
};

const recordText = ({ played, cancelled, rating }: Requester): string => {
  if (played + cancelled === 0) return 'New to Courtly';
  return [
    `${played} ${played === 1 ? 'booking' : 'bookings'} played`,
    ...(cancelled > 0 ? [`${cancelled} canceled`] : []),
    ...(rating === null ? [] : [`rated ${rating.toFixed(1)} of 5 by hosts`]),
  ].join(', ');
};

/** What the host decides on. */
const requestParts = ({
  booking: { payoutCents },
  requester,
  answerLinks,
}: BookingDetails): readonly EmailPart[] => [
  ...(requester
    ? [
        {
          facts: [
            ['Player', requester.name],
            ...(requester.level ? [['Level', requester.level] as const] : []),
            ['Record', recordText(requester)],
            ...(requester.note ? [['Note', requester.note] as const] : []),
            ['You receive', amountText(payoutCents)],
          ] as const,
        },
      ]
    : []),
  ...(answerLinks
    ? [
        { words: 'Approve', address: answerLinks.approve },
        { words: 'Decline', address: answerLinks.decline },
      ]
    : []),
];

const guestsText = ({ mostGuests, signsWaivers }: ArrivalDetails): string => {
  const [most, them] = mostGuests === 1 ? ['One', 'your guest'] : [`Up to ${mostGuests}`, 'them'];
  return signsWaivers ? `${most}. Add ${them} to your booking so they can sign the waiver.` : most;
};

const mapAddress = ({ address, location }: BookingDetails['court']): string =>
  `https://www.google.com/maps/search/?${new URLSearchParams({
    api: '1',
    query: [address, location].filter(Boolean).join(', '),
  })}`;

/** What the player of a confirmed booking needs to know. */
const arrivalParts = ({ booking, court, arrival }: BookingDetails): readonly EmailPart[] => {
  const { zone, approvedAt, totalCents } = booking;
  const freeUntil = approvedAt && lastFreeCancellation({ ...booking, approvedAt });
  const facts: EmailFacts['facts'] = [
    ...(arrival ? [['Address', court.address] as const] : []),
    ...(arrival?.directions ? [['Directions', arrival.directions] as const] : []),
    ...(arrival && arrival.mostGuests > 0 ? [['Guests', guestsText(arrival)] as const] : []),
    ...(totalCents > 0
      ? ([
          ['Price', amountText(totalCents)],
          [
            'Free cancellation',
            freeUntil ? `Until ${formatInstant(zone, freeUntil)}` : 'No longer possible',
          ],
        ] as const)
      : []),
  ];
  return facts.length > 0 ? [{ facts }] : [];
};

const respondText = ({
  booking: { zone },
  stripeId,
  respondBy,
  isDisputeOver,
}: BookingDetails & MoneyDetails): string => {
  if (isDisputeOver) return `${stripeId} is already closed in Stripe, so it needs no response.`;
  const deadline = respondBy ? `by ${formatInstant(zone, respondBy)}` : 'before its deadline';
  return `Respond to ${stripeId} in Stripe ${deadline}, with evidence about this hour.`;
};

const priceParts = ({ rateCents, feeCents, taxCents, terms }: Booking): string => {
  const [hour, fee, tax] = [
    `${amountText(rateCents)} for the hour`,
    `${amountText(feeCents)} for the service fee`,
    `${amountText(taxCents)} in tax`,
  ];
  if (!terms.tax) return `${hour} and ${fee}`;
  return terms.tax.included
    ? `${hour} and ${fee}, including ${tax}`
    : `${hour}, ${fee}, and ${tax}`;
};

/** Stripe's code for a balance of the platform (not of the host's account) that is too low. */
const PLATFORM_BALANCE = 'balance_insufficient';

/** What happens after a failed refund, depending on who makes the refund that is due. */
const failedRefundTexts = {
  courtly: {
    player: "Your money is safe: we'll try again and email you when it is on its way.",
    admin:
      'Courtly will retry the refund in a day or two. If the bank returns that one too, arrange another refund method with the player and settle the case.',
  },
  admin: {
    player: "Your money is safe: we'll contact you to return it another way.",
    admin:
      "Courtly won't retry the refund. Arrange another refund method with the player, and then settle the case.",
  },
  none: {
    player: 'No other refund is due for this booking. If you expected this one, please contact us.',
    admin:
      "Courtly won't retry the refund, because no refund is due now. If the player should still get the amount, order a refund. Then close the case.",
  },
} as const satisfies Record<
  DueStep['owner'] | 'none',
  Readonly<Record<'player' | 'admin', string>>
>;

/** The emails that describe the booking's payment and payout at the time of writing. */
export const readsMoney: ReadonlySet<BookingNotificationType> = new Set([
  'request_approved',
  'refund_failed',
  'refund_came_back',
  'refund_borne',
  'payout_reversed',
  'payout_adjusted',
  'charge_disputed',
  'dispute_won',
  'dispute_lost',
  'payment_disputed',
  'payment_inquiry',
  'payment_dispute_won',
]);

const incidentTitle = ({ incident }: MoneyDetails): string =>
  incident ? incidentTitles[incident.kind] : 'Report';

const incidentTexts: Record<IncidentKind, string> = {
  no_show: "The other side reported that you didn't show up.",
  damage: 'The host claims that something was damaged during this hour.',
  weather: 'The other side says that the weather was too bad to play.',
};

/** What happens if the other side does not respond. */
const silenceTexts: Record<IncidentKind, string> = {
  no_show: "If you don't respond, the report counts.",
  damage: "If you don't respond, Courtly decides.",
  weather: "If you don't respond, Courtly decides.",
};

const incidentAnswerTexts = ({
  booking: { zone },
  incident,
}: BookingDetails & MoneyDetails): readonly string[] =>
  incident?.answerBy
    ? [
        incidentTexts[incident.kind],
        `Open the booking and respond by ${formatInstant(zone, incident.answerBy)}. ${silenceTexts[incident.kind]}`,
      ]
    : [
        "You and the other side each reported that the other one didn't show up.",
        'Courtly will read both reports and decide.',
      ];

const upheldTexts: Record<IncidentKind, string> = {
  no_show: 'It counts as a no-show. The profile shows how many count and when they expire.',
  damage: 'The claim is recorded. No one is charged automatically.',
  weather: 'The player gets a full refund, and nothing counts against the host.',
};

const upheldText = ({ booking: { zone }, incident }: BookingDetails & MoneyDetails): string => {
  const { kind = 'no_show', reporter, reader, moveBy } = incident ?? {};
  if (moveBy)
    return reader === 'player'
      ? `You can move the hour to another free hour of the day until ${formatInstant(zone, moveBy)}, for free. Otherwise, you get a full refund.`
      : 'The player can move the hour to another free hour of the day. Otherwise, they get a full refund. Nothing counts against you.';
  return kind === 'no_show' && reporter === 'player'
    ? 'It counts as a no-show by the host, and the player gets a full refund.'
    : upheldTexts[kind];
};

const dismissedTexts: Record<IncidentKind, string> = {
  no_show: "It doesn't count.",
  damage: 'It has no consequences.',
  weather: 'There is no refund.',
};

/** A hold by an admin can remain, so the text is only about the hold of the report. */
const dismissedText = ({ incident }: MoneyDetails): string => {
  const { kind = 'no_show', reporter, reader } = incident ?? {};
  const heldPayout = kind !== 'no_show' || reporter === 'player';
  return reader === 'host' && heldPayout
    ? `${dismissedTexts[kind]} The report no longer holds your payout.`
    : dismissedTexts[kind];
};

/** How a smaller share affects the host. */
const positionText = ({ host }: MoneyDetails): string => {
  const { shareCents, paidCents, takenBackCents } = host!;
  if (paidCents > shareCents)
    return `You were paid ${amountText(paidCents)} for this hour, and your share is now ${amountText(shareCents)}. We'll take back ${amountText(paidCents - shareCents)} and email you once that's done.`;
  if (takenBackCents > 0)
    return `Your share of this hour is now ${amountText(shareCents)}. We took back ${amountText(takenBackCents)}.`;
  if (paidCents > 0)
    return `You keep the ${amountText(paidCents)} that you were paid for this hour.`;
  return shareCents > 0
    ? `Your payout for this hour is now ${amountText(shareCents)}.`
    : "You haven't been paid for this hour, so we take nothing back. There is no payout for it.";
};

/** The subject, followed by the sentences after the court and time. */
const emailTexts: Record<
  BookingNotificationType,
  (
    bookingDetails: BookingDetails & MoneyDetails,
  ) => readonly [subject: string, ...parts: EmailPart[]]
> = {
  request_received: (bookingDetails) => [
    'New request for your court',
    ...requestParts(bookingDetails),
    answerDeadline(bookingDetails),
  ],
  request_sent: ({ booking: { zone, answerBy, payBy, totalCents } }) => [
    'We sent your request',
    `Your request is with the host, who has until ${formatInstant(zone, answerBy)} to respond. We'll email you as soon as they do.`,
    ...(payBy !== null && totalCents > 0
      ? [
          `${amountText(totalCents)} is on hold on your card. You'll be charged only if the host approves.`,
        ]
      : []),
  ],
  booking_received: () => [
    'Your court was booked',
    "The booking is confirmed. You don't need to do anything.",
  ],
  cancelled_by_player: () => [
    'A booking at your court was canceled',
    'The player canceled. The hour is open for other players again.',
  ],
  cancelled_by_you: ({ booking: { totalCents } }) => [
    'You canceled your booking',
    'The hour is open for other players again.',
    ...(totalCents > 0 ? ["If you get money back, we'll email you about it."] : []),
  ],
  request_approved: (bookingDetails) => [
    ...(bookingDetails.booking.instantBook
      ? (['Your court is booked', "You're confirmed. Have a great game!"] as const)
      : ([
          'Your request was approved',
          "The host said yes, so you're confirmed. Have a great game!",
        ] as const)),
    ...arrivalParts(bookingDetails),
    ...chargeTexts(bookingDetails),
    ...(bookingDetails.calendar
      ? ["To cancel, open your bookings. Declining the calendar event doesn't cancel your booking."]
      : []),
  ],
  request_declined: (bookingDetails) => [
    'Your request was declined',
    ...declineTexts(bookingDetails),
  ],
  request_unanswered: () => [
    'Your request expired',
    "The host didn't respond in time. The hour is no longer reserved for you.",
  ],
  cancelled_by_host: () => ['Your booking was canceled', 'The host canceled this booking.'],
  cancelled_by_closure: () => [
    'Your booking was canceled',
    'The host closed the court for this hour.',
  ],
  cancelled_by_operator: () => [
    'Your booking was canceled',
    'Courtly canceled this booking. Open it to see why.',
  ],
  booking_cancelled_by_operator: () => [
    'A booking at your court was canceled',
    "Courtly canceled this booking. It doesn't count against you. Open it to see why.",
  ],
  request_not_paid: () => [
    'Your request expired',
    "You didn't pay in time, so we released the hour. You weren't charged.",
  ],
  payment_failed: () => [
    'Your booking was canceled',
    "We couldn't charge your card, so we released the hour.",
  ],
  charge_failed: () => [
    'A booking at your court was canceled',
    "We couldn't charge the player's card. The hour is open for other players again.",
  ],
  local_time_changed: ({
    booking: { startTime, offsetMinutes = 0 },
    previousOffsetMinutes = 0,
  }) => [
    'The clock time of a booking changed',
    `The rules of the court's time zone changed. Until now, this hour was shown as ${formatAtOffset(previousOffsetMinutes, startTime)}. It is now ${formatAtOffset(offsetMinutes, startTime)} at the court.`,
    "The booking itself hasn't moved. If the new time doesn't work for you, open the booking.",
  ],
  hour_moved: () => [
    'A booking at your court has moved',
    'The player moved it because of the weather. Your payout stays the same and is due after the new hour.',
  ],
  hour_moved_by_you: () => [
    'Your hour has moved',
    'You moved it because of the weather. The price stays the same.',
  ],
  charged: ({ booking, amountCents }) => [
    'Your receipt',
    amountCents === booking.totalCents
      ? `${amountText(amountCents)} was charged to your card: ${priceParts(booking)}.`
      : `${amountText(amountCents)} was charged to your card. We released the rest of the authorization.`,
    'You can print your receipt from the booking.',
  ],
  hold_released: ({ amountCents }) => [
    "Your card wasn't charged",
    `We released the ${amountText(amountCents)} authorization on your card.`,
  ],
  refunded: (bookingDetails) => [
    'Your refund is on its way',
    `${amountText(bookingDetails.amountCents, bookingDetails.currency)} is on its way back to your card.`,
    arrivalText(bookingDetails),
  ],
  refund_failed: ({ amountCents, currency, refundOwner = null }) => [
    "Your refund didn't go through",
    `Your bank didn't accept the refund of ${amountText(amountCents, currency)}.`,
    failedRefundTexts[refundOwner ?? 'none'].player,
  ],
  paid_out: ({ amountCents }) => [
    'You were paid',
    `${amountText(amountCents)} has been sent to your account for this hour.`,
  ],
  refund_borne: (bookingDetails) => [
    'A refund reduces your payout',
    `Courtly is refunding the player for this hour. Your share covers ${amountText(bookingDetails.amountCents)} of the refund.`,
    positionText(bookingDetails),
  ],
  payout_refused: (bookingDetails) => [
    'Your payout is delayed',
    `Stripe couldn't send you ${amountText(bookingDetails.amountCents)} for this hour. We'll try again ${nextAttempt(bookingDetails)} and keep trying until it arrives.`,
    bookingDetails.refusal?.code === PLATFORM_BALANCE
      ? "Your account is fine. You don't need to do anything."
      : 'Please check your earnings page to make sure that your payout account is complete.',
  ],
  payout_reversed: ({ amountCents, host, cause }) => [
    'A payout was taken back',
    `${amountText(amountCents)} of your payout for this hour was taken back. Your share of this hour is now ${amountText(host!.shareCents)}.`,
    ...(cause ? [reversalCauseTexts[cause]] : []),
    'Your earnings page lists the payout and the amount taken back.',
  ],
  payout_offset: ({ amountCents }) => [
    'A payout repaid what you owed',
    `${amountText(amountCents)} of your payout for this hour repaid a payout that was taken back.`,
    'Your earnings page lists both amounts.',
  ],
  payout_adjusted: ({ amountCents, hostNote }) => [
    'Your payout was adjusted',
    (amountCents ?? 0) < 0
      ? `Courtly deducted ${amountText(0 - amountCents!)} from your payout for this hour.`
      : `Courtly added ${amountText(amountCents)} to your payout for this hour.`,
    ...(hostNote ? [`Reason: ${hostNote}`] : []),
    'Your earnings page lists the adjustment.',
  ],
  charge_disputed: ({ amountCents, host, isDisputeOver }) => [
    "A player's bank disputed a payment",
    ...(isDisputeOver
      ? [
          `The player's bank took back ${amountText(amountCents)} for this hour. The dispute is already over, and we'll email you how it ended.`,
        ]
      : [
          `The player's bank took back ${amountText(amountCents)} for this hour while it reviews the payment. We'll respond to the bank for you.`,
          host!.paidCents > 0
            ? `You keep the ${amountText(host!.paidCents)} that you were paid, unless the bank decides in favor of the player.`
            : 'Your payout is on hold until the bank decides.',
        ]),
  ],
  dispute_won: ({ amountCents, host }) => [
    'A dispute was won',
    `The bank returned ${amountText(amountCents)}.`,
    host!.paidCents > 0
      ? `You keep the ${amountText(host!.paidCents)} that you were paid for this hour.`
      : 'Your payout for this hour continues as agreed.',
  ],
  dispute_lost: (bookingDetails) => [
    'A dispute was lost',
    'The dispute is over, and the disputed amount stays with the player.',
    `${positionText(bookingDetails)} Courtly pays the bank's fee.`,
  ],
  payment_overdue: ({ amountCents }) => [
    "We couldn't charge your card",
    `We couldn't charge ${amountText(amountCents)} to your card for this hour. We'll contact you to settle it another way.`,
  ],
  charge_overdue: ({ amountCents }) => [
    "A player's card couldn't be charged",
    `We couldn't charge the player ${amountText(amountCents)} for this hour. We're settling it with them, and your payout is on hold until then.`,
  ],
  payment_settled: ({ amountCents }) => [
    'We received your payment',
    `We received ${amountText(amountCents)} for this hour by another payment method. Your receipt lists it.`,
  ],
  charge_settled: ({ amountCents }) => [
    'The player has paid',
    `The player paid ${amountText(amountCents)} for this hour by another payment method. Your payout continues as agreed.`,
  ],
  payment_waived: ({ amountCents }) => [
    'You owe less for a booking',
    `Courtly waived ${amountText(amountCents)} of your payment for this hour. You don't have to pay it.`,
  ],
  charge_waived: ({ amountCents }) => [
    'A payment was waived',
    `Courtly waived ${amountText(amountCents)} of the player's payment for this hour. You aren't paid for waived amounts.`,
    'Please contact us if you disagree.',
  ],
  refund_settled: ({ amountCents, currency }) => [
    'You were refunded',
    `We refunded ${amountText(amountCents, currency)} for this hour by another payment method. Your receipt lists it.`,
  ],
  refund_waived: ({ amountCents, currency }) => [
    'A refund was waived',
    `Courtly recorded that you waived ${amountText(amountCents, currency)} of your refund for this hour.`,
    'Please contact us if you disagree.',
  ],
  payment_return_due: ({ amountCents, stripeId }) => [
    'A payment outside Stripe must be returned',
    `The player paid for this hour outside Stripe, and ${amountText(amountCents)} is due back (${stripeId} in Stripe).`,
    'Return the money. Then settle the case.',
  ],
  payment_fraud_warned: ({ amountCents, currency, stripeId }) => [
    'A payment may be fraudulent',
    `The cardholder's bank reported the payment of ${amountText(amountCents, currency)} as fraud (${stripeId} in Stripe). A dispute often follows.`,
    'A full refund prevents the dispute and its fee. If you trust the payment, mark the case as done.',
  ],
  authorization_fraud_warned: ({ amountCents, currency, stripeId }) => [
    'A payment may be fraudulent',
    `The cardholder's bank reported the authorization of ${amountText(amountCents, currency)} as fraud (${stripeId} in Stripe). The card hasn't been charged yet.`,
    'Cancel the booking to release the authorization. If you trust the payment, mark the case as done.',
  ],
  payment_disputed: (bookingDetails) => [
    'A payment is disputed',
    `The player's bank took back ${amountText(bookingDetails.amountCents, bookingDetails.currency)}.`,
    ...(bookingDetails.isDisputeOver
      ? []
      : [
          bookingDetails.host!.paidCents > 0
            ? `The host keeps the ${amountText(bookingDetails.host!.paidCents)} that was paid, unless the bank decides in favor of the player.`
            : "We won't pay the host while the dispute is open.",
        ]),
    respondText(bookingDetails),
  ],
  payment_inquiry: (bookingDetails) => [
    'A bank inquired about a payment',
    `The player's bank inquired about the payment of ${amountText(bookingDetails.amountCents, bookingDetails.currency)}. It hasn't taken any money.`,
    respondText(bookingDetails),
  ],
  payment_dispute_won: ({ amountCents, currency, stripeId, host }) => [
    'A dispute was won',
    `The bank returned ${amountText(amountCents, currency)} to Courtly (${stripeId} in Stripe).`,
    host!.paidCents > 0
      ? `The host keeps the ${amountText(host!.paidCents)} that was paid.`
      : "The host's payout continues.",
  ],
  payment_dispute_lost: ({ amountCents, currency, stripeId }) => [
    'A dispute was lost',
    `The dispute ${stripeId} is over in Stripe, and ${amountText(amountCents, currency)} stays with the player.`,
    "If the host was paid, Courtly takes back the host's share.",
  ],
  payment_refused: (bookingDetails) => [
    'A payment step was refused',
    `Stripe refused a payment step for ${amountText(bookingDetails.amountCents, bookingDetails.currency)}: ${bookingDetails.refusal?.code}. Courtly will try again ${nextAttempt(bookingDetails)}.`,
    `Look up ${bookingDetails.stripeId} in Stripe. If a retry can't succeed, settle the case another way.`,
  ],
  payment_retries_ended: (bookingDetails) => [
    'A payment step needs your action',
    `Stripe refused a payment step for ${amountText(bookingDetails.amountCents, bookingDetails.currency)} several times: ${bookingDetails.refusal?.code}. Courtly has stopped trying.`,
    `Look up ${bookingDetails.stripeId} in Stripe. Then retry the step or settle it another way.`,
  ],
  payment_unpaid: ({ amountCents, stripeId }) => [
    'A booked hour is unpaid',
    `We couldn't charge ${amountText(amountCents)} for this hour to the player's card (${stripeId} in Stripe).`,
    'Arrange the payment with the player. Then settle the case.',
  ],
  transfer_refused: (bookingDetails) => [
    "A host's payout was refused",
    `Stripe refused to transfer ${amountText(bookingDetails.amountCents)} to the host: ${bookingDetails.refusal?.code}. Courtly will try again ${nextAttempt(bookingDetails)}.`,
    `Check the host's account and Courtly's balance for ${bookingDetails.stripeId} in Stripe.`,
  ],
  reversal_refused: (bookingDetails) => [
    "A payout couldn't be taken back",
    `Stripe refused to take ${amountText(bookingDetails.amountCents)} back from the host: ${bookingDetails.refusal?.code}. Courtly will try again ${nextAttempt(bookingDetails)}.`,
    `The host's account may not have enough money. Look up ${bookingDetails.stripeId} in Stripe.`,
  ],
  host_payout_reversed: ({ amountCents, stripeId }) => [
    "A host's payout was taken back",
    `${amountText(amountCents)} moved from the host's account back to Courtly (${stripeId} in Stripe).`,
  ],
  host_debt: ({ amountCents, stripeId }) => [
    'A host owes Courtly money',
    `The host must return ${amountText(amountCents)} for this hour, and no payout is left to take back (${stripeId} in Stripe).`,
    "The host's next payouts will repay it. To write it off, adjust the payout.",
  ],
  refund_came_back: (bookingDetails) => [
    'A refund failed',
    `The player's bank returned the refund of ${amountText(bookingDetails.amountCents, bookingDetails.currency)} to Courtly.`,
    `The refund is ${bookingDetails.stripeId} in Stripe. ${failedRefundTexts[bookingDetails.refundOwner ?? 'none'].admin}`,
  ],
  incident_reported: (bookingDetails) => [
    `${incidentTitle(bookingDetails)}: ${bookingDetails.incident?.answerBy ? 'please respond' : 'Courtly will decide'}`,
    ...incidentAnswerTexts(bookingDetails),
  ],
  incident_disputed: (bookingDetails) => [
    `${incidentTitle(bookingDetails)}: disputed`,
    'The other side disputes what you reported. Courtly will read both sides and decide.',
  ],
  incident_upheld: (bookingDetails) => [
    `${incidentTitle(bookingDetails)}: upheld`,
    upheldText(bookingDetails),
    'Open the booking to read why.',
  ],
  incident_dismissed: (bookingDetails) => [
    `${incidentTitle(bookingDetails)}: dismissed`,
    dismissedText(bookingDetails),
    'Open the booking to read why.',
  ],
  review_due: () => [
    'How was it?',
    'This hour is over. Open your bookings to write a review. It appears once both sides have written one, or when the review period ends.',
  ],
  review_received: () => [
    'You have a new review',
    'The other side of this booking wrote a review. Open your bookings to read it.',
  ],
  review_removed: () => [
    'Your review was removed',
    'Courtly removed your review of this hour. Open your notifications to see why.',
  ],
  message_removed: () => [
    'Your message was removed',
    'Courtly removed a message that you wrote about this hour. Open your notifications to see why.',
  ],
  incident_overdue: () => [
    'A case is overdue',
    'No admin has decided a report or claim about this hour in time. Both sides are waiting, and a payout may be on hold.',
  ],
  host_suspended: () => [
    'A suspended host has upcoming bookings',
    "The host of this court is suspended. Their courts can't be booked, but this hour and any later ones are still confirmed. Cancel them, or find someone to open the court.",
  ],
  payment_mismatched: (bookingDetails) => [
    'A payment has the wrong amount',
    `Stripe shows ${amountText(bookingDetails.amountCents, bookingDetails.currency)}, which isn't the price of the booking. Courtly releases the authorization of ${bookingDetails.stripeId}, or refunds it if it was charged, and cancels the booking.`,
    "If Stripe refuses, you'll find the case on the Money page.",
  ],
};

export const memberEmail = (
  emailReader: EmailReader,
  emailSubject: string,
  parts: readonly EmailPart[],
  calendar: EmailCalendar | null = null,
): Email =>
  composeEmail({
    to: emailReader.email,
    subject: emailSubject,
    parts: [`Hi ${emailReader.firstName},`, ...parts, emailReader.page],
    ...(calendar && { calendar }),
    ...(emailReader.off && {
      unsubscribe: { words: 'Stop receiving these emails', ...emailReader.off },
    }),
  });

const placeAndTime = ({
  booking: { zone, startTime },
  court: { name, location },
}: BookingDetails): string =>
  `${[name, location].filter(Boolean).join(', ')}: ${formatInstant(zone, startTime)}.`;

/** Omitted for a mailbox that is not verified. */
const withheldTexts: Partial<Record<BookingNotificationType, string>> = {
  request_received: 'Verify your email to see who is asking, and to respond from your inbox.',
  request_approved: 'Verify your email to get addresses and calendar entries by email.',
};

const verificationParts = (
  verifyAt: string | null,
  notificationType: BookingNotificationType,
): readonly EmailPart[] => {
  const withheld = withheldTexts[notificationType];
  return verifyAt && withheld ? [withheld, { words: 'Verify your email', address: verifyAt }] : [];
};

/**
 * Only the host's email about a request names another person, and only the player's email about a
 * confirmed booking contains the court's address.
 */
export const notificationEmail = (
  emailReader: EmailReader,
  notificationType: BookingNotificationType,
  bookingDetails: BookingDetails & MoneyDetails,
): Email => {
  const [emailSubject, ...parts] = emailTexts[notificationType](bookingDetails);
  const email = memberEmail(
    emailReader,
    emailSubject,
    [
      placeAndTime(bookingDetails),
      ...parts,
      ...verificationParts(emailReader.verifyAt, notificationType),
    ],
    bookingDetails.calendar,
  );
  return notificationType === 'request_approved' && emailReader.verifyAt === null
    ? composeEmail({
        ...email,
        parts: [
          ...email.parts,
          { words: 'Open in maps', address: mapAddress(bookingDetails.court) },
        ],
      })
    : email;
};

/**
 * An email for the host when an admin hides their court or unhides it (`hiddenBecause` is null).
 */
export const courtEmail = (
  emailReader: EmailReader,
  { name, location, hiddenBecause }: Pick<Court, 'name' | 'location' | 'hiddenBecause'>,
): Email => {
  const courtName = `${[name, location].filter(Boolean).join(', ')}.`;
  return hiddenBecause === null
    ? memberEmail(emailReader, 'Your court is visible again', [
        courtName,
        'Players can find and book it again, with your settings.',
      ])
    : memberEmail(emailReader, 'Your court is hidden', [
        ...[
          courtName,
          "Courtly has hidden your court. Players can't find or book it until we make it visible again. Existing bookings aren't affected.",
        ],
        ...(hiddenBecause === '' ? [] : [`Reason: ${hiddenBecause}`]),
      ]);
};

/** Informs a player that an admin has hidden them from rankings or shows them again. */
export const rankingEmail = (emailReader: EmailReader, isHidden: boolean): Email =>
  isHidden
    ? memberEmail(emailReader, "You're hidden from the rankings", [
        "Courtly has hidden you from the rankings. You'll leave them with the next update. Your matches still count. Open your notifications to see why.",
      ])
    : memberEmail(emailReader, "You're in the rankings again", [
        "You'll appear in the rankings again with the next update.",
      ]);

/** The decision on a report. Names neither the author nor the reason. */
export const reportEmail = (
  emailReader: EmailReader,
  isUpheld: boolean,
  courtName: string,
): Email =>
  isUpheld
    ? memberEmail(emailReader, 'Your report was upheld', [
        `You reported something about ${courtName}. Courtly reviewed your report and removed the text.`,
      ])
    : memberEmail(emailReader, 'Your report was reviewed', [
        `You reported something about ${courtName}. Courtly reviewed your report and kept the text.`,
      ]);

/** Names the author of the message but does not quote it. */
export const messageEmail = (
  emailReader: EmailReader,
  authorName: string,
  bookingDetails: BookingDetails,
): Email =>
  memberEmail(emailReader, `${authorName} wrote to you`, [
    placeAndTime(bookingDetails),
    `${authorName} sent you a message about this hour.`,
  ]);

/** How long before the start of a booking its reminder is due. */
export type ReminderLeadTime = 'day' | 'hour';

/** The day of a booking relative to `sentAt` (UTC), in the court's zone. */
const dayText = ({ zone, startTime }: Booking, sentAt: string): string => {
  const [today, day] = [sentAt, startTime].map((instant) => localDate(zone, instant)) as [
    string,
    string,
  ];
  if (day === today) return 'today';
  return day === addDays(today, 1) ? 'tomorrow' : `on ${formatDay(day)}`;
};

/** Only the player has the links, so only the player can remind guests. */
const missingSignatureTexts = {
  off: { player: '', host: '' },
  warn: {
    player: 'Ask your guests to use their links before you play.',
    host: 'Ask the guests to sign before you let them in.',
  },
  block: {
    player: 'Entry not allowed until everyone has signed.',
    host: 'Entry not allowed until everyone has signed.',
  },
} as const;

/**
 * Only the player's reminder contains the exact address. `sentAt` is a UTC instant. `waivers` is
 * null if no one is asked to sign.
 */
export const reminderEmail = (
  emailReader: EmailReader,
  reminderLeadTime: ReminderLeadTime,
  recipientSide: RecipientSide,
  bookingDetails: BookingDetails,
  sentAt: string,
  waivers: WaiverCount | null = null,
): Email => {
  const when = reminderLeadTime === 'hour' ? 'in an hour' : dayText(bookingDetails.booking, sentAt);
  return memberEmail(
    emailReader,
    recipientSide === 'player' ? `You play ${when}` : `Your court has a booking ${when}`,
    [
      placeAndTime(bookingDetails),
      ...(recipientSide === 'player' && emailReader.verifyAt === null
        ? [`Address: ${bookingDetails.court.address}`]
        : []),
      ...(waivers && waivers.signed < waivers.people
        ? [
            `Waiver: ${waivers.signed} of ${waivers.people} signed. ${missingSignatureTexts[waivers.rule][recipientSide === 'player' ? 'player' : 'host']}`,
          ]
        : []),
    ],
  );
};
