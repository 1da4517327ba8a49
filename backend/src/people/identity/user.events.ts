import { PageAudience, Preferences, Role } from '@courtly/contracts/identity';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/** An admin's reason may describe the person, so it is personal data. */
const adminReason = { of: 'userId', erased: { reason: '' } };
const formerProfile = { firstName: 'Former', lastName: 'member', phone: '' };

/** The account of one person. The stream is `user-<id>`. */
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
        /**
         * The versions that the person agreed to. Registrations from earlier releases lack them.
         */
        papers: z
          .object({ terms: z.string(), privacy: z.string(), policyId: z.string() })
          .optional(),
      }),
      personal: [
        {
          of: 'userId',
          createsKey: true,
          erased: { email: '', username: 'former member', ...formerProfile },
        },
      ],
    },
    /** The registration was not finished in time and no longer can be. Its names are free again. */
    RegistrationAbandoned: {
      version: 1,
      data: z.object({ userId: z.string(), abandonedAt: z.string() }),
    },
    /** `reason` is the admin's text. It is empty for automatic grants. */
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
    /**
     * Suspended users can neither sign in nor book. `until` is null if only an admin ends it.
     * Reasons of version 1 were for admins alone, so they are not shown to the person.
     */
    UserSuspended: {
      version: 2,
      data: z.object({
        userId: z.string(),
        reason: z.string(),
        isReasonShown: z.boolean(),
        until: z.string().nullable(),
        suspendedAt: z.string(),
      }),
      personal: [adminReason],
      upcasts: { 1: (storedData) => ({ ...storedData, isReasonShown: false, until: null }) },
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
    /** `picture` and `replaced` are URLs, or null. */
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
    PrivacyChanged: {
      version: 1,
      data: z.object({ userId: z.string(), pageAudience: PageAudience, changedAt: z.string() }),
      personal: [{ of: 'userId', erased: { pageAudience: 'only_me' } }],
    },
    /** `proof` is what the person used to change it: the old password or an emailed link. */
    PasswordChanged: {
      version: 1,
      data: z.object({
        userId: z.string(),
        proof: z.enum(['password', 'mail']),
        changedAt: z.string(),
      }),
    },
    /** The change was requested with the password but is not confirmed yet. */
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
     * From now on, no one can sign in to the account. `reference` is where an operator finds the
     * person's written request. It must not contain a name.
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
    AccountErased: {
      version: 1,
      data: z.object({ userId: z.string(), erasedAt: z.string() }),
      erasesKeys: true,
    },
  },
  { live: true },
);

export type UserEvent = EventOf<typeof userEvents>;

/** `acceptedAt` is UTC. */
export type Waiver = Pick<
  Extract<UserEvent, { type: 'WaiverAccepted' }>['data'],
  'version' | 'textHash' | 'acceptedAt'
>;
