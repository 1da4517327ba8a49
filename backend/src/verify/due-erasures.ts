import type { DatabaseSync } from 'node:sqlite';
import { SpilledMap } from '../platform/stores/spilled-map.js';
import type { DueList } from './check.js';

type Fields = Readonly<Record<string, unknown>>;
type Kept = Readonly<{ stream: string; what: string; until: string }>;

/**
 * Lists personal data without an account whose retention period has ended. Shares no code with the
 * deciders.
 */
export const dueErasures = (spillDatabase: DatabaseSync): DueList => {
  const kept = new SpilledMap<Kept>(spillDatabase, 'kept personal data');

  const followInvitation = (type: string, stream: string, fields: Fields) => {
    const id = String(fields['invitationId']);
    const what = `invitation ${id}: the erasure of its email`;
    const until = fields[type === 'GuestInvited' ? 'keepUntil' : 'revokedAt'];
    if (type === 'InvitationEmailErased') kept.delete(id);
    else if (typeof until === 'string' && (type === 'GuestInvited' || kept.has(id)))
      kept.set(id, { stream, what, until });
  };

  const followMatch = (type: string, stream: string, fields: Fields) => {
    const id = String(fields['placeId']);
    const what = `match place ${id}: the erasure of its email`;
    const until = fields[type === 'MatchPlayerAdded' ? 'keepUntil' : 'forgottenAt'];
    if (type === 'MatchPlayerEmailErased') kept.delete(id);
    else if (typeof until === 'string' && (type === 'MatchPlayerAdded' || kept.has(id)))
      kept.set(id, { stream, what, until });
  };

  const requestedGuests = new SpilledMap<true>(spillDatabase, 'guests to erase on request');
  const signedGuests = new SpilledMap<true>(spillDatabase, 'guests who signed');

  const followGuest = (type: string, stream: string, fields: Fields) => {
    const id = String(fields['guestId']);
    const what = `guest ${id}: the erasure of their data`;
    if (type === 'GuestWaiverSigned') signedGuests.set(id, true);
    if (type === 'GuestErasureRequested') requestedGuests.set(id, true);
    if (type === 'GuestErased') kept.delete(id);
    else if (type === 'GuestErasureRequested')
      kept.set(id, { stream, what, until: String(fields['requestedAt']) });
    else if (requestedGuests.has(id)) return;
    else if (type === 'GuestAdded' || type === 'GuestWaiverSigned')
      kept.set(id, { stream, what, until: String(fields['keepUntil']) });
    else if (!signedGuests.has(id))
      kept.set(id, { stream, what, until: String(fields['removedAt']) });
  };

  return {
    takeEvent({ type, stream, data }) {
      const fields = data as Fields;
      const id = String(fields['applicationId'] ?? '');
      switch (type) {
        case 'HostApplied':
        case 'PlayerApplied':
        case 'ApplicationReviewed':
        case 'ApplicationLinkRenewed':
        case 'ApplicationErasureRequested': {
          const until =
            fields[type === 'ApplicationErasureRequested' ? 'requestedAt' : 'keepUntil'];
          if (typeof until === 'string')
            kept.set(id, { stream, what: `application ${id}: its erasure`, until });
          else kept.delete(id);
          break;
        }
        case 'ApplicationClaimed':
        case 'ApplicationErased':
          kept.delete(id);
          break;
        case 'GuestInvited':
        case 'InvitationRevoked':
        case 'InvitationEmailErased':
          followInvitation(type, stream, fields);
          break;
        case 'MatchPlayerAdded':
        case 'MatchPlayerForgotten':
        case 'MatchPlayerEmailErased':
          followMatch(type, stream, fields);
          break;
        case 'GuestAdded':
        case 'GuestRemoved':
        case 'GuestWaiverSigned':
        case 'GuestErasureRequested':
        case 'GuestErased':
          followGuest(type, stream, fields);
      }
    },
    *dueItems() {
      for (const [, { stream, what, until }] of kept.entriesInOrder())
        yield { stream, what, dueAt: until, wait: null };
    },
  };
};
