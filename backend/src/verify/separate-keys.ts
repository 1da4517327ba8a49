/**
 * The events that end the erasure of a key without an account, and the field with the key's id.
 */
export const SEPARATE_KEYS: Readonly<Record<string, string>> = {
  ApplicationErased: 'applicationId',
  GuestErased: 'guestId',
  InvitationEmailErased: 'invitationId',
  MatchPlayerEmailErased: 'placeId',
};
