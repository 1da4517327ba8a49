import { providerNames } from '@courtly/contracts/provider-names';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Provider } from '@courtly/contracts/provider-accounts';
import { call, errorMessage } from '../../lib/api';
import { providersQuery } from '../../resources/session/providers';
import { Button } from '../../ui/button';
import { LoadErrors } from '../../ui/load-error';
import { toastError } from '../../ui/toast';

/** Links to the sign-in pages of providers. Renders nothing if no provider is configured. */
export function ProviderButtons() {
  const enabledProviders = useQuery(providersQuery);
  const { data: providers } = enabledProviders;
  const start = useMutation({
    mutationFn: (provider: Provider) =>
      call('POST /api/auth/providers/:provider/login', { params: { provider } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) =>
      toastError('Not signed in', errorMessage(error, 'Please try again, or use your password.')),
  });
  if (!providers)
    return (
      <LoadErrors className="mt-6" label="other ways to sign in" queries={[enabledProviders]} />
    );
  if (providers.length === 0) return null;
  return (
    <div className="mt-6 grid gap-3 border-t border-rule pt-6">
      {providers.map((provider) => (
        <Button
          key={provider}
          size="lg"
          variant="outline"
          busy={start.isPending || start.isSuccess}
          onClick={() => start.mutate(provider)}
        >
          Continue with {providerNames[provider]}
        </Button>
      ))}
    </div>
  );
}
