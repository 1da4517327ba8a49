import { providerNames } from '@courtly/contracts/provider-names';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { ProviderAccountEvent } from './provider-account.events.js';

type EventData<Type extends ProviderAccountEvent['type']> = Extract<
  ProviderAccountEvent,
  { type: Type }
>['data'];

/** The person that a provider has identified. */
export type ProviderIdentity = Readonly<
  Pick<EventData<'ProviderAccountLinked'>, 'provider' | 'subject'>
>;

type LinkedAccount = Readonly<Omit<EventData<'ProviderAccountLinked'>, 'userId'>>;

/** At most one account at each provider, oldest first. */
export type LinkedAccounts = readonly LinkedAccount[];

export type ProviderAccountCommand =
  | Message<'LinkAccount', EventData<'ProviderAccountLinked'>>
  | Message<'UnlinkAccount', EventData<'ProviderAccountUnlinked'>>;

/** The name of an identity, which only one user can claim. */
export const identityName = ({ provider, subject }: ProviderIdentity): string =>
  `${provider} ${subject}`;

export const hasIdentity = (
  linkedAccounts: LinkedAccounts,
  { provider, subject }: ProviderIdentity,
): boolean =>
  linkedAccounts.some((linked) => linked.provider === provider && linked.subject === subject);

/** @throws DomainError wrong_status if another account at the provider is linked */
export const checkLink = (
  linkedAccounts: LinkedAccounts,
  provider: ProviderIdentity['provider'],
): void => {
  const name = providerNames[provider];
  if (linkedAccounts.some((linked) => linked.provider === provider))
    throw new DomainError(
      'wrong_status',
      `Another ${name} account is already linked. Unlink it first.`,
      { status: 'linked' },
    );
};

export const providerAccounts: Decider<
  LinkedAccounts,
  ProviderAccountCommand,
  ProviderAccountEvent
> = {
  category: 'providerAccounts',
  initial: [],

  decide({ type, data }, linkedAccounts) {
    switch (type) {
      case 'LinkAccount':
        if (hasIdentity(linkedAccounts, data)) return [];
        checkLink(linkedAccounts, data.provider);
        return [{ type: 'ProviderAccountLinked', data }];
      case 'UnlinkAccount':
        return linkedAccounts.some(({ provider }) => provider === data.provider)
          ? [{ type: 'ProviderAccountUnlinked', data }]
          : [];
    }
  },

  evolve(linkedAccounts, { type, data }) {
    const others = linkedAccounts.filter(({ provider }) => provider !== data.provider);
    // Erased accounts have no subject.
    if (type === 'ProviderAccountUnlinked' || data.subject === '') return others;
    const { userId: _, ...linkedAccount } = data;
    return [...others, linkedAccount];
  },
};
