import type { Decider, Live, Message } from '../kernel/decider.js';
import { type EmailAddressEvent, emailAddressEvents } from './email-address.events.js';

/** `bouncedAt` is when the mail server rejected the address (UTC); null if it is reachable. */
export type EmailAddress = Readonly<{ hasRefused: boolean; bouncedAt: string | null }>;

type EventData<T extends EmailAddressEvent['type']> = Extract<
  EmailAddressEvent,
  { type: T }
>['data'];

export type EmailAddressCommand =
  | Message<'RefuseEmails', EventData<'EmailsRefused'>>
  | Message<'RecordBounce', EventData<'EmailBounced'>>
  | Message<'ReinstateEmail', EventData<'EmailReinstated'>>
  | Message<'EndRefusal', EventData<'EmailRefusalEnded'>>;

export const emailAddress: Decider<EmailAddress, EmailAddressCommand, EmailAddressEvent> & Live = {
  category: 'emailAddress',
  liveEvents: emailAddressEvents,
  initial: { hasRefused: false, bouncedAt: null },

  decide({ type, data }, { hasRefused, bouncedAt }) {
    switch (type) {
      case 'RefuseEmails':
        return hasRefused ? [] : [{ type: 'EmailsRefused', data }];
      case 'RecordBounce':
        return bouncedAt ? [] : [{ type: 'EmailBounced', data }];
      case 'ReinstateEmail':
        return bouncedAt ? [{ type: 'EmailReinstated', data }] : [];
      case 'EndRefusal':
        return hasRefused ? [{ type: 'EmailRefusalEnded', data }] : [];
    }
  },

  evolve(address, { type, data }) {
    switch (type) {
      case 'EmailsRefused':
        return { ...address, hasRefused: true };
      case 'EmailBounced':
        return { ...address, bouncedAt: data.bouncedAt };
      case 'EmailReinstated':
        return { ...address, bouncedAt: null };
      case 'EmailRefusalEnded':
        return { ...address, hasRefused: false };
    }
  },
};
