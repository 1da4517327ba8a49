import type { Provider, ProviderLogin } from '@courtly/contracts/provider-accounts';
import { providerNames } from '@courtly/contracts/provider-names';
import { FormProvider } from 'react-hook-form';
import { paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { schemaResolver } from '../../lib/schema-resolver';
import { Button } from '../../ui/button';
import { useContractForm } from '../../ui/use-contract-form';
import { useRegisterWithProvider } from './api';
import { AuthPage } from './auth-page';
import { RegistrationFields } from './registration-fields';
import { TextLink } from '../../ui/text-link';

const formResolver = schemaResolver(
  async () => (await import('@courtly/contracts/provider-accounts')).RegisterWithProviderBody,
);

/** Apple sends the name separately from its token, and only the first time. */
const appleNameIn = (userJson = '{}'): Readonly<{ firstName?: string; lastName?: string }> => {
  try {
    return (JSON.parse(userJson) as { name?: object }).name ?? {};
  } catch {
    return {};
  }
};

type ProviderRegistrationProps = {
  provider: Provider;
  response: Record<string, string>;
  person: Extract<ProviderLogin, { outcome: 'unregistered' }>;
};

/** Asks a new member for the details that the provider does not know. */
export function ProviderRegistration({ provider, response, person }: ProviderRegistrationProps) {
  const registerMutation = useRegisterWithProvider();
  const appleName = appleNameIn(response['user']);
  const { form, submit } = useContractForm({
    resolver: formResolver,
    defaultValues: {
      ticket: person.ticket,
      firstName: person.firstName || appleName.firstName || '',
      lastName: person.lastName || appleName.lastName || '',
      username: '',
      phone: '',
      role: 'player' as const,
    },
  });
  const isBusy = form.formState.isSubmitting || registerMutation.isPending;
  return (
    <AuthPage
      title="Create your account"
      tagline={`${providerNames[provider]} has verified ${person.email}. You don't need a password.`}
      seed="join"
      footer={
        <>
          Already have an account?{' '}
          <TextLink reloadDocument to={paths.login}>
            Sign in with your password
          </TextLink>
        </>
      }
    >
      <PageMeta page="/register" />
      <form
        noValidate
        onSubmit={submit((registration, onError) =>
          registerMutation.mutate(registration, { onError }),
        )}
        className="grid gap-5"
      >
        <FormProvider {...form}>
          <RegistrationFields />
        </FormProvider>
        <Button type="submit" size="lg" busy={isBusy} className="mt-2">
          {isBusy ? 'Creating account...' : 'Create Account'}
        </Button>
      </form>
    </AuthPage>
  );
}
