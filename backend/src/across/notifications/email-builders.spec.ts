import { describe, expect, it } from '@jest/globals';
import * as courtInvitations from '../../booking/courts/invitation-emails.js';
import * as guestWaivers from '../../booking/guest-waivers/guest-waiver-emails.js';
import * as applications from '../../people/applications/application-emails.js';
import * as accounts from '../../people/identity/account/account-emails.js';
import * as secondFactors from '../../people/identity/account/second-factor-emails.js';
import * as memberships from '../../people/membership/membership-emails.js';
import { BookingNotificationType } from '@courtly/contracts/notifications';
import type { Email } from '../../platform/mail/email-body.js';
import { renderEmail } from '../../platform/mail/email-layout.js';
import * as matches from '../../play/matches/match-emails.js';
import { bookingRequest } from '../../../testing/court-day.js';
import { matchFacts } from '../../../testing/match.js';
import * as payoutAccounts from './account-emails.js';
import * as notifications from './notification-emails.js';

const hostileText =
  '<b>you</b>,\n\nyour card was charged $330.\u2028Cancel: https://evil.example/x www.evil.example evil.example';
const home = 'https://courtly.example';
const at = '2027-03-13T18:00:00.000Z';
const to = 'ann@example.test';
const links = { page: `${home}/off`, oneClick: `${home}/api/off` };
const applicant = { email: to, kind: 'host', refusalLinks: links } as const;

/**
 * Every function of these modules that makes an email, with the same text in place of everything
 * that people type.
 */
const buildersWith = (typed: string) => {
  const recipient = { email: to, firstName: typed, unsubscribeLinks: links };
  const reader = {
    email: to,
    firstName: typed,
    page: { words: 'See it', address: home },
    verifyAt: null,
    off: links,
  };
  const matchDetails = {
    match: { ...matchFacts, objections: [], claimBy: at, reason: typed } as never,
    courtName: typed,
    loggerName: typed,
    publicUrl: home,
  };
  const court = { name: typed, location: typed, address: typed, hiddenBecause: typed };
  const booking = { ...bookingRequest({ notes: typed }), status: 'confirmed' } as never;
  const arrival = { directions: typed, mostGuests: 3, signsWaivers: true };
  const requester = {
    name: typed,
    level: '4.0',
    played: 12,
    cancelled: 1,
    rating: 4.8,
    note: typed,
  };
  const answerLinks = { approve: `${home}/answer-request#a`, decline: `${home}/answer-request#d` };
  const details = {
    booking,
    court,
    arrival,
    requester,
    answerLinks,
    amountCents: 1_000,
    stripeId: 'pi_1',
    refusal: { code: 'api_error', tryAgainAt: at },
    host: { shareCents: 1_000, paidCents: 1_000, takenBackCents: 0 },
    incident: { kind: 'no_show', answerBy: at, reporter: 'host', reader: 'player' },
    hostNote: typed,
    at,
  };
  const returned = { amountCents: 1_000, failureCode: typed };
  const builders: Record<string, Record<string, () => Email | null>> = {
    courtInvitations: {
      courtInvitationEmail: () =>
        courtInvitations.courtInvitationEmail(
          { email: to, courtName: typed, hostName: typed, lastDay: '2027-03-27' },
          home,
          links,
        ),
    },
    guestWaivers: {
      guestWaiverEmail: () =>
        guestWaivers.guestWaiverEmail(
          { email: to, courtName: typed, playerName: typed, when: typed },
          home,
          links,
        ),
    },
    applications: {
      applicationReceivedEmail: () => applications.applicationReceivedEmail(applicant, 48, home),
      applicationApprovedEmail: () =>
        applications.applicationApprovedEmail(applicant, home, {
          linkExpiresAt: at,
          erasureUrl: home,
        }),
      applicationRejectedEmail: () =>
        applications.applicationRejectedEmail(
          applicant,
          { reason: typed, keepUntil: at },
          { publicUrl: home, erasureUrl: home },
        ),
    },
    accounts: {
      passwordChangedEmail: () => accounts.passwordChangedEmail(recipient, at, home),
      verificationEmail: () => accounts.verificationEmail(to, home),
      welcomeEmail: () => accounts.welcomeEmail(recipient, false, home),
      passwordResetEmail: () => accounts.passwordResetEmail(recipient, home),
      confirmationEmail: () => accounts.confirmationEmail(to, home, links),
      emailHasAccountEmail: () => accounts.emailHasAccountEmail(to, home),
      emailChangeRequestedEmail: () => accounts.emailChangeRequestedEmail(recipient, home),
      emailChangedEmail: () => accounts.emailChangedEmail(to, typed, at, home),
      providerAccountEmail: () =>
        accounts.providerAccountEmail(recipient, 'Google', 'linked', at, home),
    },
    secondFactors: {
      secondFactorEmail: () =>
        secondFactors.secondFactorEmail(recipient, 'SecondFactorAdded', at, home),
    },
    memberships: {
      membershipEmail: () =>
        memberships.membershipEmail(recipient, { type: 'EliteEnded', until: at }, home),
      renewalReminderEmail: () => memberships.renewalReminderEmail(recipient, 7, at, 19_900, home),
    },
    matches: {
      invitationEmail: () => matches.invitationEmail(to, matchDetails, home, links),
      confirmationEmail: () => matches.confirmationEmail(recipient, matchDetails, at),
      answerEmail: () => matches.answerEmail(recipient, 'confirmed', matchDetails),
      disputeEmail: () => matches.disputeEmail(recipient, matchDetails),
      rulingEmail: () => matches.rulingEmail(recipient, matchDetails),
      withdrawalRequestEmail: () =>
        matches.withdrawalRequestEmail(recipient, { ...matchDetails, objectorName: typed }),
      withdrawalEmail: () =>
        matches.withdrawalEmail(recipient, { ...matchDetails, objectorName: typed }),
      challengeEmail: () =>
        matches.challengeEmail(
          recipient,
          { courtName: typed, challengerName: typed, startTime: at, zone: 'America/Phoenix' },
          home,
        ),
    },
    payoutAccounts: {
      accountEmail: () =>
        payoutAccounts.accountEmail(reader, 'bank_payout_returned', { returned } as never),
      approvalEmail: () => payoutAccounts.approvalEmail(reader, { state: 'missing' }, 1_000),
    },
    notifications: {
      memberEmail: () => notifications.memberEmail(reader, typed, [typed]),
      notificationEmail: () =>
        notifications.notificationEmail(reader, 'request_approved', details as never),
      courtEmail: () => notifications.courtEmail(reader, court),
      rankingEmail: () => notifications.rankingEmail(reader, true),
      reportEmail: () => notifications.reportEmail(reader, true, typed),
      messageEmail: () => notifications.messageEmail(reader, typed, details),
      reminderEmail: () =>
        notifications.reminderEmail(reader, 'day', 'player', details, at, {
          rule: 'warn',
          people: 2,
          signed: 1,
        }),
    },
  };
  return {
    builders,
    notificationsOfType: BookingNotificationType.options.map(
      (type) =>
        [
          `notifications.notificationEmail (${type})`,
          () => notifications.notificationEmail(reader, type, details as never),
        ] as const,
    ),
  };
};
const { builders } = buildersWith(hostileText);
const modules = {
  courtInvitations,
  guestWaivers,
  applications,
  accounts,
  secondFactors,
  memberships,
  matches,
  payoutAccounts,
  notifications,
};

it('covers every function that makes an email', () => {
  for (const [name, module] of Object.entries(modules))
    expect(Object.keys(builders[name]!).sort()).toEqual(
      Object.keys(module)
        .filter((exported) => exported.endsWith('Email'))
        .sort(),
    );
});

const casesWith = (typed: string) => {
  const { builders: functionsOf, notificationsOfType } = buildersWith(typed);
  const all = Object.entries(functionsOf).flatMap(([name, functions]) =>
    Object.entries(functions).map(([builder, build]) => [`${name}.${builder}`, build] as const),
  );
  return [...all, ...notificationsOfType];
};
const cases = casesWith(hostileText);

describe('an email with hostile names and notes', () => {
  it.each(cases)('has one-line sentences without foreign links: %s', (_, build) => {
    const { subject, parts } = build()!;
    const texts = parts.flatMap((part) => {
      if (typeof part === 'string') return [part];
      return 'facts' in part ? part.facts.flat() : [];
    });
    for (const text of [subject, ...texts]) {
      expect(text).not.toMatch(/[\n\r\u2028\u2029]/);
      expect(text).not.toMatch(/:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2}/u);
    }
  });

  it.each(cases)('links only to Courtly and to maps: %s', (_, build) => {
    const { html } = renderEmail(build()!, { publicUrl: home, seller: 'Courtly' });
    expect(html).not.toContain('<b>');
    for (const [, address] of html.matchAll(/(?:href|src)="([^"]*)"/g))
      expect(address).toMatch(/^https:\/\/(?:courtly\.example|www\.google\.com\/maps\/search\/\?)/);
  });

  it.each(cases.filter(([, build]) => build()!.unsubscribe))(
    'ends with a link that stops such emails: %s',
    (_, build) => {
      const { html, text } = renderEmail(build()!, { publicUrl: home, seller: 'Courtly' });
      expect(html.match(/href="[^"]*"/g)!.at(-1)).toBe(`href="${links.page}"`);
      expect(text).toContain(links.page);
    },
  );
});

it.each(casesWith('Alexandria'))('inboxes show the subject in full: %s', (_, build) => {
  const email = build()!;
  const { subject } = renderEmail(email, { publicUrl: home, seller: 'Courtly' });
  expect(subject).toBe(email.subject);
});
