import { accountEmail, approvalEmail } from '@courtly/backend/across/notifications/account-emails';
import { membershipAlarmEmail } from '@courtly/backend/across/notifications/membership-alarm-emails';
import {
  courtEmail,
  messageEmail,
  notificationEmail,
  rankingEmail,
  reminderEmail,
  reportEmail,
} from '@courtly/backend/across/notifications/notification-emails';
import { platformAlarmEmail } from '@courtly/backend/across/notifications/platform-alarm-emails';
import { courtInvitationEmail } from '@courtly/backend/booking/courts/invitation-emails';
import { guestWaiverEmail } from '@courtly/backend/booking/guest-waivers/guest-waiver-emails';
import * as applications from '@courtly/backend/people/applications/application-emails';
import * as accounts from '@courtly/backend/people/identity/account/account-emails';
import { secondFactorEmail } from '@courtly/backend/people/identity/account/second-factor-emails';
import * as standing from '@courtly/backend/people/identity/account/standing-emails';
import * as memberships from '@courtly/backend/people/membership/membership-emails';
import type { Email } from '@courtly/backend/platform/mail/email-body';
import * as matches from '@courtly/backend/play/matches/match-emails';
import {
  BookingNotificationType,
  MembershipNotificationType,
  PlatformNotificationType,
} from '@courtly/contracts/notifications';

const home = 'https://courtly.example';
const at = '2027-03-10T17:00:00.000Z';
const startTime = '2027-03-13T17:00:00.000Z';
const links = { page: `${home}/unsubscribe/token`, oneClick: `${home}/api/unsubscribe/token` };
const grace = { email: 'grace@example.com', firstName: 'Grace' };
const hugo = { email: 'hugo@example.com', firstName: 'Hugo' };
const page = { words: 'See your bookings', address: `${home}/bookings` };
const reader = { ...grace, page, verifyAt: null, off: links };
const player = { ...grace, unsubscribeLinks: links };
const applicant = { email: grace.email, kind: 'host', refusalLinks: links } as const;
const zone = 'America/Phoenix';

const court = {
  name: 'Cactus Wren Clay',
  location: 'Scottsdale, AZ',
  address: '8412 E Baseline Rd',
  hiddenBecause: 'The fence is broken.',
};
const booking = {
  bookingId: 'wren-20270313-abcdefgh',
  hostId: 'hugo',
  playerId: 'grace',
  startTime,
  zone,
  offsetMinutes: -420,
  rateCents: 30_000,
  feeCents: 3_000,
  taxCents: 0,
  totalCents: 33_000,
  payoutCents: 29_700,
  payBy: at,
  answerBy: '2027-03-11T17:00:00.000Z',
  approvedAt: at,
  status: 'confirmed',
  instantBook: false,
  cancellation: { declineReason: 'weather' },
  terms: {
    lateRefundShare: 5_000,
    freeCancelMinutes: 1_440,
    graceMinutes: 60,
    payoutDelayMinutes: 1_440,
    lateChargeMarginMinutes: 720,
    tax: null,
  },
};
const details = {
  booking,
  court,
  arrival: { directions: 'Park by the barn.', mostGuests: 3, signsWaivers: true },
  requester: {
    name: 'Grace Hill',
    level: '4.0',
    played: 12,
    cancelled: 1,
    rating: 4.8,
    note: "There are two of us, and we'll bring our own balls.",
  },
  answerLinks: {
    approve: `${home}/answer-request#token`,
    decline: `${home}/answer-request#token`,
  },
  captureBefore: '2027-03-17T17:00:00.000Z',
  amountCents: 29_700,
  stripeId: 'pi_3Nq1',
  refusal: { code: 'balance_insufficient', tryAgainAt: startTime },
  host: { shareCents: 29_700, paidCents: 29_700, takenBackCents: 0 },
  incident: { kind: 'no_show', answerBy: startTime, reporter: 'host', reader: 'player' },
  previousOffsetMinutes: -480,
  respondBy: startTime,
  hostNote: 'Balls that you provided',
  at,
};
const match = {
  match: {
    zone,
    playedAt: startTime,
    claimBy: '2027-03-20T17:00:00.000Z',
    result: 'win',
    gamesWon: 6,
    gamesLost: 4,
    answer: 'confirmed',
    reason: 'It was 4–6.',
    reasonBy: 'admin',
    objections: [],
  },
  courtName: court.name,
  loggerName: 'Rita Reyes',
  publicUrl: home,
  objectorName: 'Noor Rahimi',
} as never;
const paid = {
  plan: 'monthly',
  founderNumber: null,
  amountCents: 10_000,
  until: startTime,
} as const;
const alarm = {
  amountCents: 10_000,
  currency: 'usd',
  stripeId: 'pi_3Nq1',
  refusal: { code: 'api_error', tryAgainAt: startTime },
  respondBy: startTime,
  isDisputeOver: false,
};
const account = {
  currentlyDue: ['external_account'],
  pastDue: [],
  deadline: startTime,
  isSubmitted: true,
  returned: { amountCents: 29_700, failureCode: 'account_closed' },
} as never;
const waivers = { rule: 'warn', people: 2, signed: 1 } as const;

/** Every email with example data, by a name that says when it is sent. */
export const emailExamples = (): ReadonlyMap<string, Email> => {
  const emails: Record<string, Email | null> = {
    welcome: accounts.welcomeEmail(grace, false, home),
    'welcome, host': accounts.welcomeEmail(hugo, true, home),
    verification: accounts.verificationEmail(grace.email, `${home}/verify-email#token`),
    'password reset': accounts.passwordResetEmail(grace, `${home}/reset-password?token=x`),
    'password changed': accounts.passwordChangedEmail(grace, at, home),
    'email change': accounts.confirmationEmail(grace.email, home, links),
    'email change requested': accounts.emailChangeRequestedEmail(grace, home),
    'email changed': accounts.emailChangedEmail(grace.email, grace.firstName, at, home),
    'email has an account': accounts.emailHasAccountEmail(grace.email, home),
    'Google linked': accounts.providerAccountEmail(grace, 'Google', 'linked', at, home),
    'second step added': secondFactorEmail(grace, 'SecondFactorAdded', at, home),
    suspension: standing.suspendedEmail(grace, {
      since: at,
      reason: 'Four no-shows in a month',
      isReasonShown: true,
      until: startTime,
    }),
    reinstatement: standing.suspensionLiftedEmail(grace, home),
    'new role': standing.roleEmail(hugo, 'host', true),
    ...Object.fromEntries(
      BookingNotificationType.options.map((type) => [
        `booking: ${type}`,
        notificationEmail(reader, type, details as never),
      ]),
    ),
    'reminder, player': reminderEmail(reader, 'day', 'player', details as never, at, waivers),
    'reminder, host': reminderEmail(reader, 'hour', 'host', details as never, at, waivers),
    message: messageEmail(reader, 'Hugo', details as never),
    'court hidden': courtEmail(reader, court),
    'court visible again': courtEmail(reader, { ...court, hiddenBecause: null }),
    'hidden from rankings': rankingEmail(reader, true),
    'shown in rankings': rankingEmail(reader, false),
    'report upheld': reportEmail(reader, true, court.name),
    'report dismissed': reportEmail(reader, false, court.name),
    'guest waiver': guestWaiverEmail(
      { email: grace.email, courtName: court.name, playerName: 'Pavel', when: 'Saturday, 10 AM' },
      home,
      links,
    ),
    'court invitation': courtInvitationEmail(
      { email: grace.email, courtName: court.name, hostName: 'Hugo', lastDay: '2027-03-27' },
      home,
      links,
    ),
    'application received': applications.applicationReceivedEmail(applicant, 48, home),
    'application approved': applications.applicationApprovedEmail(applicant, home, {
      linkExpiresAt: startTime,
      erasureUrl: home,
    }),
    'application rejected': applications.applicationRejectedEmail(
      applicant,
      { reason: 'The court is not private.', keepUntil: startTime },
      { publicUrl: home, erasureUrl: home },
    ),
    'match invitation': matches.invitationEmail(grace.email, match, home, links),
    'match to confirm': matches.confirmationEmail(player, match, startTime),
    'match confirmed': matches.answerEmail(player, 'confirmed', match),
    'match disputed': matches.disputeEmail(player, match),
    'match withdrawal': matches.withdrawalRequestEmail(player, match),
    'match withdrawn': matches.withdrawalEmail(player, match),
    'match ruling': matches.rulingEmail(player, match),
    challenge: matches.challengeEmail(
      player,
      { courtName: court.name, challengerName: 'Rita', startTime, zone },
      home,
    ),
    'Elite started': memberships.membershipEmail(grace, { type: 'EliteActivated', ...paid }, home),
    'Elite renewed': memberships.membershipEmail(grace, { type: 'EliteRenewed', ...paid }, home),
    'Elite payment failed': memberships.membershipEmail(
      grace,
      { type: 'ElitePaymentFailed', amountCents: 10_000, until: startTime },
      home,
    ),
    'Elite canceled': memberships.membershipEmail(
      grace,
      { type: 'EliteCancelled', until: startTime },
      home,
    ),
    'founding year ends': memberships.renewalReminderEmail(grace, 7, startTime, 19_900, home),
    'payouts waiting': accountEmail(reader, 'payouts_waiting', null, 29_700),
    'payout account': accountEmail(reader, 'payout_account_needs', account),
    'bank returned a payout': accountEmail(reader, 'bank_payout_returned', account),
    'payouts await approval': approvalEmail(reader, { state: 'missing' } as never, 29_700),
    ...Object.fromEntries(
      MembershipNotificationType.options.map((type) => [
        `admins: ${type}`,
        membershipAlarmEmail(reader, type, alarm),
      ]),
    ),
    ...Object.fromEntries(
      PlatformNotificationType.options.map((type) => [
        `admins: ${type}`,
        platformAlarmEmail(reader, type, 120_000),
      ]),
    ),
  };
  return new Map(
    Object.entries(emails).filter((entry): entry is [string, Email] => entry[1] !== null),
  );
};
