import { Preferences, Role } from '@courtly/contracts/identity';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/** Why an admin did something to an account may tell of its person. */
const adminReason = { of: 'userId', erased: { reason: '' } };
const formerProfile = { firstName: 'Former', lastName: 'member', phone: '' };

/** What happens to a person's account. The stream is `user-<id>`. */
export const userEvents = defineEvents(
  ['user'],
  {
    UserRegistered: {
      version: 1,
      data: z.object({
        userId: z.string(),
        email: z.string(),
        username: z.string(),
        firstName: z.string(),
        lastName: z.string(),
        phone: z.string(),
        role: z.enum(['player', 'owner']),
        registeredAt: z.string(),
      }),
      personal: [
        {
          of: 'userId',
          createsKey: true,
          erased: { email: '', username: 'former member', ...formerProfile },
        },
      ],
    },
    /** Nobody finished this registration in time, and nobody can any more: its names may go to somebody else. */
    RegistrationAbandoned: {
      version: 1,
      data: z.object({ userId: z.string(), abandonedAt: z.string() }),
    },
    /** `reason` is in the words of whoever granted it; empty where nobody was asked. */
    RoleGranted: {
      version: 2,
      data: z.object({ userId: z.string(), role: Role, reason: z.string(), grantedAt: z.string() }),
      personal: [adminReason],
      upcasts: { 1: (storedData) => ({ ...storedData, reason: '' }) },
    },
    RoleRevoked: {
      version: 1,
      data: z.object({ userId: z.string(), role: Role, reason: z.string(), revokedAt: z.string() }),
      personal: [adminReason],
    },
    /** Who is suspended cannot sign in nor book, until it is lifted. */
    UserSuspended: {
      version: 1,
      data: z.object({ userId: z.string(), reason: z.string(), suspendedAt: z.string() }),
      personal: [adminReason],
    },
    SuspensionLifted: {
      version: 1,
      data: z.object({ userId: z.string(), reason: z.string(), liftedAt: z.string() }),
      personal: [adminReason],
    },
    ProfileChanged: {
      version: 1,
      data: z.object({
        userId: z.string(),
        firstName: z.string(),
        lastName: z.string(),
        phone: z.string(),
        homeCity: z.string(),
        changedAt: z.string(),
      }),
      personal: [{ of: 'userId', erased: { ...formerProfile, homeCity: '' } }],
    },
    /** `picture` is its address, null where there is none any more; `replaced` that of the one before. */
    ProfilePictureChanged: {
      version: 1,
      data: z.object({
        userId: z.string(),
        picture: z.string().nullable(),
        replaced: z.string().nullable(),
        changedAt: z.string(),
      }),
      personal: [{ of: 'userId', erased: { picture: null, replaced: null } }],
    },
    PreferencesChanged: {
      version: 1,
      data: z.object({ userId: z.string(), ...Preferences.shape, changedAt: z.string() }),
      personal: [{ of: 'userId', erased: { skillLevel: null, surfaces: [], socialTags: [] } }],
    },
    /** Somebody who knew the old password, or had a mail sent to the person's address, has set another one. */
    PasswordChanged: {
      version: 1,
      data: z.object({
        userId: z.string(),
        proof: z.enum(['password', 'mail']),
        changedAt: z.string(),
      }),
    },
    /** The person, who knew the password, wants this e-mail; whether it is theirs shows when they use the link sent there. */
    EmailChangeRequested: {
      version: 1,
      data: z.object({ userId: z.string(), email: z.string(), requestedAt: z.string() }),
      personal: [{ of: 'userId', erased: { email: '' } }],
    },
    EmailChanged: {
      version: 1,
      data: z.object({
        userId: z.string(),
        email: z.string(),
        previous: z.string(),
        changedAt: z.string(),
      }),
      personal: [{ of: 'userId', erased: { email: '', previous: '' } }],
    },
    WaiverAccepted: {
      version: 1,
      data: z.object({
        userId: z.string(),
        version: z.string(),
        textHash: z.string(),
        acceptedAt: z.string(),
        userAgent: z.string(),
        ipAddress: z.string(),
      }),
      personal: [{ of: 'userId', erased: { userAgent: '', ipAddress: '' } }],
    },
    /**
     * The account ends, because its person, or somebody who was shown their letter, said so: nobody signs in to it any more. `reference`
     * is where an operator finds the letter, and no name.
     */
    AccountErasureRequested: {
      version: 1,
      data: z.object({
        userId: z.string(),
        by: z.enum(['person', 'operator']),
        reference: z.string(),
        requestedAt: z.string(),
      }),
    },
    /** Everything of the person's is gone, and their key with it. */
    AccountErased: {
      version: 1,
      data: z.object({ userId: z.string(), erasedAt: z.string() }),
      erasesKeys: true,
    },
  },
  { live: true },
);

export type UserEvent = EventOf<typeof userEvents>;

/** What was accepted, and when (UTC). */
export type Waiver = Pick<
  Extract<UserEvent, { type: 'WaiverAccepted' }>['data'],
  'version' | 'textHash' | 'acceptedAt'
>;
