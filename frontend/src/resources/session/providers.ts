import type { Provider } from '@courtly/contracts/provider-accounts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';

/** The configured sign-in providers. They change only with a new release or configuration. */
export const providersQuery = queryOptions({
  queryKey: ['/api/auth/providers'],
  queryFn: ({ signal }) => call('GET /api/auth/providers', { signal }),
});

/** The response of a provider, from the fragment of the URL. */
export type ProviderReturn = Readonly<{ provider: Provider; response: Record<string, string> }>;

/** Parses the fragment. Null if it is not from a provider. */
export const providerReturnIn = (fragment: string): ProviderReturn | null => {
  const { provider, ...response } = Object.fromEntries(new URLSearchParams(fragment.slice(1)));
  return provider === 'google' || provider === 'apple' ? { provider, response } : null;
};
