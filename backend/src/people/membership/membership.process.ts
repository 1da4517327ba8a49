import { REMINDED_DAYS } from '@courtly/contracts/membership-limits';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { defineProcess } from '../../platform/processes/process.js';
import { membershipSettlement } from './member-of.js';
import type { FounderEvent } from './founders.events.js';
import {
  type MemberNews,
  SendRenewalReminderCommand,
  SendMembershipEmailCommand,
} from './membership-emails.commands.js';
import type { MembershipNews } from './membership-emails.js';
import type { MembershipEvent } from './membership.events.js';
import type { Membership } from './membership.js';
import { type MembershipDocument, memberships } from './memberships.projection.js';
import { SettleMembershipCommand, SettleMembershipIntentCommand } from './settle.commands.js';

type MemberReference = Readonly<{ userId: string; paidBy?: string }>;
type IntentReference = Readonly<{ intentId: string }>;

/** Stripe ends an unpaid subscription after 23 hours. */
const MOST_INCOMPLETE_MS = DAY_MS;

const earliest = (...instants: (string | null)[]): string | null =>
  instants.filter((instant) => instant !== null).sort()[0] ?? null;

/** Settles memberships after webhooks, at deadlines, and when the sweep finds open work. */
export const membershipProcess = defineProcess<
  MembershipEvent,
  MemberReference | IntentReference,
  Pick<MembershipDocument, 'userId' | 'dueAt' | 'readAt'>
>({
  ...membershipSettlement,
  handles: [
    'EliteIntentCreated',
    'EliteSubscriptionCreated',
    'EliteRefundOrdered',
    'EliteEnded',
    'EliteMismatchResolved',
    'EliteRetryOrdered',
  ],
  react({ id, type, data }) {
    const { userId } = data;
    if (type === 'EliteIntentCreated')
      return [{ id: `unpaid.${id}`, due: data.openUntil, data: { userId } }];
    if (type !== 'EliteSubscriptionCreated')
      return [{ id: `changed.${id}`, due: null, data: { userId } }];
    const due = new Date(Date.parse(data.createdAt) + MOST_INCOMPLETE_MS).toISOString();
    return [{ id: `incomplete.${id}`, due, data: { userId } }];
  },
  sweep: {
    readModel: memberships,
    filters: (until) => [{ owner: 'courtly', dueAt: { $lte: until } }, { readAt: { $lte: until } }],
    fields: ['userId', 'dueAt', 'readAt'],
    jobs: ({ userId, dueAt, readAt }) => [
      { id: `membership.${userId}`, due: earliest(dueAt, readAt), data: { userId } },
    ],
  },
  command: (reference, commandContext) =>
    'intentId' in reference
      ? new SettleMembershipIntentCommand(reference, commandContext)
      : new SettleMembershipCommand(reference, commandContext),
});

/**
 * Takes the steps that follow a reversal, such as the release of a founder's seat. If a job is
 * lost, the sweep of `membershipProcess` finds the seat.
 */
export const membershipReversals = defineProcess<MembershipEvent, MemberReference, never>({
  name: 'membershipReversals',
  queue: 'money',
  handles: [
    'EliteReversed',
    'EliteReversalConfirmed',
    'EliteReversalUndone',
    'EliteIntentEnded',
    'EliteSeatFreed',
  ],
  react: ({ id, data: { userId } }) => [{ id: `reversed.${id}`, due: null, data: { userId } }],
  command: (member, commandContext) => new SettleMembershipCommand(member, commandContext),
});

/** Releases founding seats that are not paid in time. */
export const seatReservations = defineProcess<FounderEvent, MemberReference, never>({
  name: 'seatReservations',
  queue: 'deadlines',
  handles: ['FounderSeatReserved'],
  react: ({ id, type, data }) =>
    type === 'FounderSeatReserved'
      ? [{ id: `seat.${id}`, due: data.until, data: { userId: data.userId } }]
      : [],
  command: ({ userId }, commandContext) => new SettleMembershipCommand({ userId }, commandContext),
});

/** The email to a member about an event; null if there is none. */
const newsOf = ({ type, data }: MembershipEvent): MembershipNews | null => {
  switch (type) {
    case 'EliteActivated':
    case 'EliteRenewed': {
      const { plan, founderNumber, amountCents, until } = data;
      return { type, plan, founderNumber, amountCents, until };
    }
    case 'ElitePaymentFailed':
      return {
        type,
        amountCents: data.amountCents,
        currency: data.currency,
        until: data.accessUntil,
      };
    case 'EliteCancelled':
      return { type, until: data.accessUntil };
    case 'EliteLapsed':
      return { type, founderNumber: data.founderNumber, until: data.accessUntil };
    case 'EliteReversed': {
      const { kind, paidBy, amountCents, currency, accessUntil: until } = data;
      const changesAccess = data.endsMembership;
      return { type, kind, paidBy, amountCents, currency, changesAccess, until };
    }
    case 'EliteReversalUndone': {
      const { kind, paidBy, amountCents, currency, accessUntil: until } = data;
      const changesAccess = data.restoresMembership;
      return { type, kind, paidBy, amountCents, currency, changesAccess, until };
    }
    case 'EliteEnded':
      return { type, until: data.endedAt };
    case 'EliteMismatchResolved':
      return { type, paidBy: data.intentId, orderId: data.orderId, until: data.resolvedAt };
    default:
      return null;
  }
};

export const membershipMails = defineProcess<MembershipEvent, MemberNews, never>({
  name: 'membershipMails',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: [
    'EliteActivated',
    'EliteRenewed',
    'ElitePaymentFailed',
    'EliteCancelled',
    'EliteLapsed',
    'EliteReversed',
    'EliteReversalUndone',
    'EliteEnded',
    'EliteMismatchResolved',
  ],
  react(event) {
    const news = newsOf(event);
    const { userId } = event.data;
    return news ? [{ id: `elite.${event.id}`, due: null, data: { userId, ...news } }] : [];
  },
  command: (memberNews, commandContext) =>
    new SendMembershipEmailCommand(memberNews, commandContext),
});

const toInstant = (milliseconds: number): string => new Date(milliseconds).toISOString();

/**
 * Founding years do not renew automatically, so members get reminders, which only time triggers.
 * The sweep finds each year from shortly before its reminder is due until a day later.
 */
const defineReminders = (daysBefore: (typeof REMINDED_DAYS)[number]) =>
  defineProcess<
    never,
    Readonly<{ userId: string; days: number; until: string }>,
    Pick<Membership, 'userId' | 'term'>
  >({
    name: `renewalReminders${daysBefore}`,
    queue: 'emails',
    handles: [],
    react: () => [],
    sweep: {
      readModel: memberships,
      filters: (until) => {
        const yearEnd = Date.parse(until) + daysBefore * DAY_MS;
        const inLastDay = { $gt: toInstant(yearEnd - DAY_MS), $lte: toInstant(yearEnd) };
        return [{ 'term.plan': 'founding', 'term.until': inLastDay }];
      },
      fields: ['userId', 'term'],
      jobs({ userId, term }) {
        const { until } = term!;
        const id = `renewal.${daysBefore}.${userId}.${until.slice(0, 10)}`;
        const due = toInstant(Date.parse(until) - daysBefore * DAY_MS);
        return [{ id, due, data: { userId, days: daysBefore, until } }];
      },
    },
    command: ({ userId, until }, commandContext) =>
      new SendRenewalReminderCommand({ userId, until }, commandContext),
  });

export const firstReminders = defineReminders(30);
export const lastReminders = defineReminders(3);
