import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { GuestWaiverEvent } from './guest-waivers.events.js';

type EventData<Type extends GuestWaiverEvent['type']> = Extract<
  GuestWaiverEvent,
  { type: Type }
>['data'];

/** `name` and `guardian` are empty once the guest is erased. `signedAt` is UTC. */
export type Signature = Readonly<
  Pick<EventData<'GuestWaiverSigned'>, 'version' | 'textHash' | 'name' | 'guardian' | 'signedAt'>
>;

/** `link` is the number of the link that works. */
export type Guest = Readonly<
  Pick<EventData<'GuestAdded'>, 'guestId' | 'name' | 'email' | 'isEmailed' | 'addedAt'> & {
    link: number;
    signature: Signature | null;
  }
>;

/** The guests of a booking by id, without removed ones. The read model uses the same fold. */
export type GuestWaivers = Readonly<{
  guests: Readonly<Record<string, Guest>>;
  /** The removed guests by id until they are erased, so that admins can tell them apart. */
  removedGuests: Readonly<Record<string, Guest>>;
  /**
   * When the data of each guest is due for erasure (UTC), by guest id, including removed guests.
   */
  keptUntil: Readonly<Record<string, string>>;
  /** The ids of guests who are not erased yet, although someone requested it in writing. */
  erasureRequests: readonly string[];
  linksMade: number;
}>;

export type GuestWaiverCommand =
  | Message<'AddGuest', EventData<'GuestAdded'> & { mostGuests: number }>
  | Message<'ReplaceLink', Omit<EventData<'GuestLinkReplaced'>, 'link' | 'isEmailed'>>
  | Message<'RemoveGuest', EventData<'GuestRemoved'>>
  | Message<'SignWaiver', EventData<'GuestWaiverSigned'> & { link: number }>
  | Message<'RequestErasure', EventData<'GuestErasureRequested'>>
  | Message<'EraseGuest', EventData<'GuestErased'>>;

/** Enough even if guests change their plans. Without a limit, the stream could grow forever. */
export const MOST_LINKS = 20;

/** Callers choose the id, which could name an inherited property, such as `constructor`. */
export const guestAt = (guests: GuestWaivers['guests'], guestId: string): Guest | undefined =>
  Object.hasOwn(guests, guestId) ? guests[guestId] : undefined;

const requireGuest = (guests: GuestWaivers['guests'], guestId: string): Guest => {
  const guest = guestAt(guests, guestId);
  if (!guest) throw notFound('guest');
  return guest;
};

export const invalidLink = () =>
  new DomainError(
    'not_found',
    "This link doesn't work. Ask the person who sent it to you for a new one.",
  );

const requireFreeLink = (linksMade: number): void => {
  if (linksMade >= MOST_LINKS)
    throw new DomainError(
      'fair_use',
      `You've created ${MOST_LINKS} links for this booking, which is the limit.`,
    );
};

/** The player of the booking signed before booking. */
export const signatureCount = ({ guests }: Pick<GuestWaivers, 'guests'>) => {
  const guestList = Object.values(guests);
  return {
    people: 1 + guestList.length,
    signed: 1 + guestList.filter(({ signature }) => signature !== null).length,
  };
};

export const guestWaivers: Decider<GuestWaivers, GuestWaiverCommand, GuestWaiverEvent> = {
  category: 'guestWaivers',
  initial: { guests: {}, removedGuests: {}, keptUntil: {}, erasureRequests: [], linksMade: 0 },

  decide({ type, data }, { guests, keptUntil, erasureRequests, linksMade }) {
    switch (type) {
      case 'AddGuest': {
        const { mostGuests, ...guest } = data;
        if (Object.hasOwn(keptUntil, guest.guestId) || guestAt(guests, guest.guestId))
          throw new DomainError('conflict', 'Another guest has the same id. Please try again.');
        if (Object.keys(guests).length >= mostGuests)
          throw new DomainError(
            'fair_use',
            `This court allows ${mostGuests + 1} players, and you've added all of them.`,
          );
        requireFreeLink(linksMade);
        return [{ type: 'GuestAdded', data: guest }];
      }
      case 'ReplaceLink': {
        const { link, signature, isEmailed } = requireGuest(guests, data.guestId);
        if (signature)
          throw new DomainError('wrong_status', 'This guest has already signed.', {
            status: 'signed',
          });
        requireFreeLink(linksMade);
        return [{ type: 'GuestLinkReplaced', data: { ...data, link: link + 1, isEmailed } }];
      }
      case 'RemoveGuest':
        requireGuest(guests, data.guestId);
        return [{ type: 'GuestRemoved', data }];
      case 'SignWaiver': {
        const { link, ...signature } = data;
        const guest = guestAt(guests, data.guestId);
        if (guest?.link !== link || !Object.hasOwn(keptUntil, data.guestId)) throw invalidLink();
        if (erasureRequests.includes(data.guestId)) throw invalidLink();
        return guest.signature ? [] : [{ type: 'GuestWaiverSigned', data: signature }];
      }
      case 'RequestErasure':
        if (!Object.hasOwn(keptUntil, data.guestId)) throw notFound('guest');
        return erasureRequests.includes(data.guestId)
          ? []
          : [{ type: 'GuestErasureRequested', data }];
      case 'EraseGuest':
        return Object.hasOwn(keptUntil, data.guestId) ? [{ type: 'GuestErased', data }] : [];
    }
  },

  evolve(state, { type, data }) {
    const { guestId } = data;
    const { [guestId]: existing, ...otherGuests } = state.guests;
    const isErasureRequested = state.erasureRequests.includes(guestId);
    const withGuest = (changes: Partial<Guest>) =>
      existing ? { ...otherGuests, [guestId]: { ...existing, ...changes } } : otherGuests;
    switch (type) {
      case 'GuestAdded': {
        const { name, email, isEmailed, addedAt, keepUntil } = data;
        const guest = { guestId, name, email, isEmailed, addedAt, link: 1, signature: null };
        return {
          ...state,
          guests: { ...otherGuests, [guestId]: guest },
          keptUntil: { ...state.keptUntil, [guestId]: keepUntil },
          linksMade: state.linksMade + 1,
        };
      }
      case 'GuestLinkReplaced':
        return {
          ...state,
          guests: withGuest({ link: data.link }),
          linksMade: state.linksMade + 1,
        };
      case 'GuestWaiverSigned': {
        const { version, textHash, name, guardian, signedAt, keepUntil } = data;
        return {
          ...state,
          guests: withGuest({ signature: { version, textHash, name, guardian, signedAt } }),
          keptUntil: isErasureRequested
            ? state.keptUntil
            : { ...state.keptUntil, [guestId]: keepUntil },
        };
      }
      case 'GuestRemoved':
        return {
          ...state,
          guests: otherGuests,
          removedGuests: existing
            ? { ...state.removedGuests, [guestId]: existing }
            : state.removedGuests,
          // A signature remains evidence. Nothing else about a removed guest is needed.
          keptUntil:
            existing?.signature || isErasureRequested
              ? state.keptUntil
              : { ...state.keptUntil, [guestId]: data.removedAt },
        };
      case 'GuestErasureRequested':
        return {
          ...state,
          keptUntil: { ...state.keptUntil, [guestId]: data.requestedAt },
          erasureRequests: [...state.erasureRequests, guestId],
        };
      case 'GuestErased': {
        const { [guestId]: hourEndsAt = '', ...keptUntil } = state.keptUntil;
        const { [guestId]: _, ...removedGuests } = state.removedGuests;
        const erasureRequests = state.erasureRequests.filter((id) => id !== guestId);
        const signature = existing?.signature
          ? { ...existing.signature, name: '', guardian: null }
          : null;
        // Before the hour ends, the guest would count as missing, but could never sign.
        const staysMissing = !isErasureRequested && data.erasedAt >= hourEndsAt;
        const guests =
          signature || staysMissing ? withGuest({ name: '', email: '', signature }) : otherGuests;
        return { ...state, guests, removedGuests, keptUntil, erasureRequests };
      }
    }
  },
};
