import { DAY_MS, HOUR_MS } from '../../platform/kernel/local-time.js';
import { defineProcess } from '../../platform/processes/process.js';
import {
  FinishEmailChangeCommand,
  ReleaseFormerEmailCommand,
  SendEmailChangeCommand,
  SendPasswordChangedEmailCommand,
  SendPasswordResetCommand,
  SendVerificationLinkCommand,
  SendWelcomeEmailCommand,
} from './account/account-emails.commands.js';
import { EndSessionsOfSuspendedCommand, EndSuspensionCommand } from './account/admin.commands.js';
import {
  SendStandingEmailCommand,
  type StandingChange,
} from './account/standing-emails.commands.js';
import type { EmailVerificationEvent } from './email-verification.events.js';
import { people } from './people.projection.js';
import type { Person } from './person.js';
import {
  FinishSecondFactorResetCommand,
  SendSecondFactorEmailCommand,
} from './account/second-factor.commands.js';
import { SendProviderAccountEmailCommand } from './account/provider-account.commands.js';
import type { ProviderAccountEvent } from './provider-account.events.js';
import type { SecondFactorEvent } from './second-factor.events.js';
import type { UserEvent } from './user.events.js';

type EventOfType<Type extends UserEvent['type']> = Extract<UserEvent, { type: Type }>;
type AccountChange = Readonly<{ userId: string; changedAt: string }>;

export const passwordNotices = defineProcess<EventOfType<'PasswordChanged'>, AccountChange, never>({
  name: 'passwordNotices',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: ['PasswordChanged'],
  react: ({ id, data: { userId, changedAt } }) => [
    { id: `password-changed.${id}`, due: null, data: { userId, changedAt } },
  ],
  command: (change, context) => new SendPasswordChangedEmailCommand(change, context),
});

/**
 * `names` are keyed hashes of an email. The request queues the job directly instead of storing an
 * event, because there may be no account.
 */
export const passwordResets = defineProcess<never, Readonly<{ names: readonly string[] }>, never>({
  name: 'passwordResets',
  queue: 'emails',
  handles: [],
  react: () => [],
  command: (request, context) => new SendPasswordResetCommand(request, context),
});

export const emailChangeLinks = defineProcess<
  EventOfType<'EmailChangeRequested'>,
  Readonly<{ userId: string; requestedAt: string }>,
  never
>({
  name: 'emailChangeLinks',
  queue: 'emails',
  maxEventAgeMs: HOUR_MS,
  handles: ['EmailChangeRequested'],
  react: ({ id, data: { userId, requestedAt } }) => [
    { id: `email-change.${id}`, due: null, data: { userId, requestedAt } },
  ],
  command: (request, context) => new SendEmailChangeCommand(request, context),
});

/** Releases the former email for others, no matter how much time has passed. */
export const formerEmailReleases = defineProcess<EventOfType<'EmailChanged'>, AccountChange, never>(
  {
    name: 'formerEmailReleases',
    queue: 'deadlines',
    handles: ['EmailChanged'],
    react: ({ id, data: { userId, changedAt } }) => [
      { id: `email-released.${id}`, due: null, data: { userId, changedAt } },
    ],
    command: (change, context) => new ReleaseFormerEmailCommand(change, context),
  },
);

/**
 * The name and job ids must not change, so that jobs queued by earlier releases send only one
 * email.
 */
export const emailChangeEnds = defineProcess<EventOfType<'EmailChanged'>, AccountChange, never>({
  name: 'emailChangeEnds',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: ['EmailChanged'],
  react: ({ id, data: { userId, changedAt } }) => [
    { id: `email-changed.${id}`, due: null, data: { userId, changedAt } },
  ],
  command: (change, context) => new FinishEmailChangeCommand(change, context),
});

/** Requests for another link queue the same job without an event. */
export const verificationLinks = defineProcess<
  EventOfType<'UserRegistered'>,
  Readonly<{ userId: string; isCounted?: boolean }>,
  never
>({
  name: 'verificationLinks',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: ['UserRegistered'],
  react: ({ id, data: { userId } }) => [{ id: `verification.${id}`, due: null, data: { userId } }],
  command: (request, context) => new SendVerificationLinkCommand(request, context),
});

export const welcomes = defineProcess<EmailVerificationEvent, Readonly<{ userId: string }>, never>({
  name: 'welcomes',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: ['EmailVerified'],
  // Approved applicants get another email, and operators verify existing accounts.
  react: ({ id, data: { userId, proof } }) =>
    proof === 'application' || proof === 'operator'
      ? []
      : [{ id: `welcome.${id}`, due: null, data: { userId } }],
  command: (newcomer, context) => new SendWelcomeEmailCommand(newcomer, context),
});

/** Ends the sessions even if the process that recorded the suspension crashed. */
export const suspensions = defineProcess<UserEvent, Readonly<{ userId: string }>, never>({
  name: 'suspensions',
  queue: 'deadlines',
  handles: ['UserSuspended'],
  react: ({ id, data: { userId } }) => [{ id: `suspended.${id}`, due: null, data: { userId } }],
  command: (suspendedUser, context) => new EndSessionsOfSuspendedCommand(suspendedUser, context),
});

type SuspendedUser = Readonly<{ userId: string; suspendedAt: string }>;

const suspensionEnd = (suspendedUser: SuspendedUser, until: string) => ({
  id: `suspension-end.${suspendedUser.userId}.${Date.parse(suspendedUser.suspendedAt)}`,
  due: until,
  data: suspendedUser,
});

/** Ends suspensions that have expired. */
export const suspensionEnds = defineProcess<EventOfType<'UserSuspended'>, SuspendedUser, Person>({
  name: 'suspensionEnds',
  queue: 'deadlines',
  handles: ['UserSuspended'],
  react: ({ data: { userId, suspendedAt, until } }) =>
    until === null ? [] : [suspensionEnd({ userId, suspendedAt }, until)],
  sweep: {
    readModel: people,
    filters: (until) => [{ 'suspension.until': { $gt: '', $lte: until } }],
    fields: ['userId', 'suspension'],
    jobs: ({ userId, suspension }) =>
      suspension?.until
        ? [suspensionEnd({ userId, suspendedAt: suspension.since }, suspension.until)]
        : [],
  },
  command: (suspendedUser, context) => new EndSuspensionCommand(suspendedUser, context),
});

type StandingEvent = EventOfType<
  'UserSuspended' | 'SuspensionLifted' | 'RoleGranted' | 'RoleRevoked'
>;

/** Informs people that an admin changed what their account may do. */
export const standingNotices = defineProcess<StandingEvent, StandingChange, never>({
  name: 'standingNotices',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: ['UserSuspended', 'SuspensionLifted', 'RoleGranted', 'RoleRevoked'],
  react: ({ id, type, data, metadata: { at, actor } }) => {
    const role = 'role' in data ? data.role : null;
    // Applicants and buyers learn about their role from other emails.
    if (role !== null && actor.role !== 'admin') return [];
    return [{ id: `standing.${id}`, due: null, data: { userId: data.userId, type, at, role } }];
  },
  command: (change, context) => new SendStandingEmailCommand(change, context),
});

export const secondFactorNotices = defineProcess<
  SecondFactorEvent,
  Readonly<{ userId: string; type: SecondFactorEvent['type']; at: string }>,
  never
>({
  name: 'secondFactorNotices',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: [
    'SecondFactorAdded',
    'SecondFactorRemoved',
    'RecoveryCodesIssued',
    'RecoveryCodeUsed',
    'SecondFactorsReset',
  ],
  react: ({ id, type, data: { userId }, metadata: { at } }) => [
    { id: `second-factor.${id}`, due: null, data: { userId, type, at } },
  ],
  command: (notice, context) => new SendSecondFactorEmailCommand(notice, context),
});

/** Ends the sessions and removes the secrets, no matter how much time has passed. */
export const secondFactorResets = defineProcess<
  Extract<SecondFactorEvent, { type: 'SecondFactorsReset' }>,
  Readonly<{ userId: string }>,
  never
>({
  name: 'secondFactorResets',
  queue: 'deadlines',
  handles: ['SecondFactorsReset'],
  react: ({ id, data: { userId } }) => [
    { id: `second-factor-reset.${id}`, due: null, data: { userId } },
  ],
  command: (reset, context) => new FinishSecondFactorResetCommand(reset, context),
});

export const providerAccountNotices = defineProcess<
  ProviderAccountEvent,
  SendProviderAccountEmailCommand['input'],
  never
>({
  name: 'providerAccountNotices',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: ['ProviderAccountLinked', 'ProviderAccountUnlinked'],
  react: ({ id, type, data: { userId, provider }, metadata: { at } }) => [
    { id: `provider-account.${id}`, due: null, data: { userId, provider, type, at } },
  ],
  command: (notice, context) => new SendProviderAccountEmailCommand(notice, context),
});
