import type { AccessToCourt } from '@courtly/contracts/courts';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { VerifiedEmailHash } from '../../people/identity/account-email.js';
import type { Court } from './court.js';
import type { CourtInvitationEvent } from './court-invitations.events.js';

type GuestInvitation = Extract<CourtInvitationEvent, { type: 'GuestInvited' }>['data'];

/**
 * A valid invitation: either for the email behind the hash, or a link with the players who accepted
 * it.
 */
export type Invitation = GuestInvitation & Readonly<{ guests: readonly string[] }>;

/**
 * The valid invitations by id, and how many were ever created and accepted. The read model uses the
 * same fold.
 */
export type CourtInvitations = Readonly<{
  invitations: Readonly<Record<string, Invitation>>;
  /** When each stored email is due for erasure (UTC), by id, including revoked invitations. */
  emailsUntil: Readonly<Record<string, string>>;
  made: number;
  accepted: number;
}>;

type InvitationReference = Readonly<{ courtId: string; hostId: string; invitationId: string }>;

export type CourtInvitationCommand =
  | Message<'InviteGuest', GuestInvitation>
  | Message<
      'SendInvitationAgain',
      Omit<GuestInvitation, 'email' | 'emailHash'> & { replacedId: string }
    >
  | Message<
      'AcceptInvitation',
      Omit<InvitationReference, 'hostId'> & { playerId: string; acceptedAt: string }
    >
  | Message<'RevokeInvitation', InvitationReference & { revokedAt: string }>
  | Message<'EraseEmail', InvitationReference & { erasedAt: string }>;

/** Enough for a club. Without a limit, the stream could grow forever. */
export const MOST_INVITATIONS = 500;
export const MOST_GUESTS_BY_LINK = 500;

export const courtInvitations: Decider<
  CourtInvitations,
  CourtInvitationCommand,
  CourtInvitationEvent
> = {
  category: 'courtInvitations',
  initial: { invitations: {}, emailsUntil: {}, made: 0, accepted: 0 },

  decide({ type, data }, state) {
    const { invitations, emailsUntil, accepted } = state;
    switch (type) {
      case 'InviteGuest':
        requireNewId(state, data.invitationId);
        if (data.emailHash !== null && invitationFor(state, data.emailHash)) return [];
        requireRoom(state);
        return [{ type: 'GuestInvited', data }];
      case 'SendInvitationAgain': {
        const { replacedId, ...invitation } = data;
        const { courtId, hostId, invitedAt: revokedAt } = invitation;
        const { email, emailHash } = invitationAt(invitations, replacedId) ?? {};
        // Link-only invitations and erased addresses cannot be emailed.
        if (!email || !emailHash) throw notFound('invitation');
        requireNewId(state, invitation.invitationId);
        requireRoom(state);
        return [
          {
            type: 'InvitationRevoked',
            data: { courtId, hostId, invitationId: replacedId, revokedAt },
          },
          { type: 'GuestInvited', data: { ...invitation, email, emailHash } },
        ];
      }
      case 'AcceptInvitation': {
        const invitation = invitationAt(invitations, data.invitationId);
        if (!invitation || invitation.emailHash !== null)
          throw new DomainError(
            'not_found',
            'This invitation is no longer valid. Ask the host for a new one.',
          );
        if (invitation.guests.includes(data.playerId)) return [];
        if (accepted >= MOST_GUESTS_BY_LINK)
          throw new DomainError(
            'fair_use',
            'This court has reached its guest limit. Ask the host to invite you by email.',
          );
        return [{ type: 'InvitationAccepted', data: { ...data, hostId: invitation.hostId } }];
      }
      case 'RevokeInvitation':
        if (!invitationAt(invitations, data.invitationId)) throw notFound('invitation');
        return [{ type: 'InvitationRevoked', data }];
      case 'EraseEmail':
        return Object.hasOwn(emailsUntil, data.invitationId)
          ? [{ type: 'InvitationEmailErased', data }]
          : [];
    }
  },

  evolve(invitationState, { type, data }) {
    const { [data.invitationId]: existing, ...otherInvitations } = invitationState.invitations;
    switch (type) {
      case 'GuestInvited':
        return {
          ...invitationState,
          invitations: { ...otherInvitations, [data.invitationId]: { ...data, guests: [] } },
          emailsUntil: data.keepUntil
            ? { ...invitationState.emailsUntil, [data.invitationId]: data.keepUntil }
            : invitationState.emailsUntil,
          made: invitationState.made + 1,
        };
      case 'InvitationAccepted': {
        if (!existing) return invitationState;
        const acceptedInvitation = { ...existing, guests: [...existing.guests, data.playerId] };
        return {
          ...invitationState,
          invitations: { ...otherInvitations, [data.invitationId]: acceptedInvitation },
          accepted: invitationState.accepted + 1,
        };
      }
      case 'InvitationRevoked':
        return {
          ...invitationState,
          invitations: otherInvitations,
          // No one needs the email any longer.
          emailsUntil: Object.hasOwn(invitationState.emailsUntil, data.invitationId)
            ? { ...invitationState.emailsUntil, [data.invitationId]: data.revokedAt }
            : invitationState.emailsUntil,
        };
      case 'InvitationEmailErased': {
        const { [data.invitationId]: _, ...emailsUntil } = invitationState.emailsUntil;
        const invitations = existing
          ? { ...otherInvitations, [data.invitationId]: { ...existing, email: '' } }
          : otherInvitations;
        return { ...invitationState, invitations, emailsUntil };
      }
    }
  },
};

const requireNewId = ({ invitations }: CourtInvitations, invitationId: string): void => {
  if (invitationAt(invitations, invitationId))
    throw new DomainError('conflict', 'Another invitation has the same id. Please try again.');
};

const requireRoom = ({ made }: CourtInvitations): void => {
  if (made >= MOST_INVITATIONS)
    throw new DomainError(
      'fair_use',
      `You've sent ${MOST_INVITATIONS} invitations to this court, which is the limit.`,
    );
};

/** Callers choose the id, which could name an inherited property, such as `constructor`. */
export const invitationAt = (
  invitations: CourtInvitations['invitations'],
  invitationId: string,
): Invitation | undefined =>
  Object.hasOwn(invitations, invitationId) ? invitations[invitationId] : undefined;

export const invitationFor = (
  { invitations }: Pick<CourtInvitations, 'invitations'>,
  emailHash: string,
): Invitation | undefined =>
  Object.values(invitations).find((invitation) => invitation.emailHash === emailHash);

/** Whether a player's verified email was invited, or the player has accepted a valid link. */
export const isInvited = (
  { invitations }: CourtInvitations,
  playerId: string,
  emailHashes: readonly VerifiedEmailHash[],
): boolean =>
  emailHashes.some((emailHash) => invitationFor({ invitations }, emailHash) !== undefined) ||
  Object.values(invitations).some((invitation) => invitation.guests.includes(playerId));

const accessHints = {
  public: null,
  elite: 'This court is for Elite members.',
  invite:
    'This court is by invitation only. Ask its host to invite you by email or send you a link.',
} as const;

/** Whether a user may book a court, and how they can get access (domain rules, G37 and G40). */
export const courtAccessFor = (
  { courtAccess: accessKind }: Pick<Court, 'courtAccess'>,
  { elite, invited }: Readonly<{ elite: boolean; invited: boolean }>,
): AccessToCourt => {
  const mayBook = accessKind === 'public' || (accessKind === 'elite' ? elite : invited);
  return { kind: accessKind, mayBook, how: mayBook ? null : accessHints[accessKind] };
};
