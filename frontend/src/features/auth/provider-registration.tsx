import type { Provider, ProviderLogin } from '@courtly/contracts/provider-accounts';
import { providerNames } from '@courtly/contracts/provider-names';
import { Controller } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { schemaResolver } from '../../lib/schema-resolver';
import { Button } from '../../ui/button';
import { FormField } from '../../ui/form-field';
import { Input } from '../../ui/input';
import { RadioGroup } from '../../ui/radio-group';
import { useContractForm } from '../../ui/use-contract-form';
import { useRegisterWithProvider } from './api';
import { AuthPage, textLinkClass } from './auth-page';
import { roleChoices } from './role-choices';

const formResolver = schemaResolver(
  async () => (await import('@courtly/contracts/provider-accounts')).RegisterWithProviderBody,
);

/** Apple sends the name next to its token, and only the first time. */
const appleNameIn = (userJson = '{}'): Readonly<{ firstName?: string; lastName?: string }> => {
  try {
    return (JSON.parse(userJson) as { name?: object }).name ?? {};
  } catch {
    return {};
  }
};

type ProviderRegistrationProps = {
  provider: Provider;
  answer: Record<string, string>;
  person: Extract<ProviderLogin, { outcome: 'unregistered' }>;
};

/** What a provider does not know about a new member. */
export function ProviderRegistration({ provider, answer, person }: ProviderRegistrationProps) {
  const registerMutation = useRegisterWithProvider();
  const appleName = appleNameIn(answer['user']);
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
  const textField = (
    fieldName: 'firstName' | 'lastName' | 'username' | 'phone',
    label: string,
    autoComplete: string,
    inputType = 'text',
  ) => (
    <FormField form={form} name={fieldName} label={label}>
      {(controlProps) => <Input type={inputType} autoComplete={autoComplete} {...controlProps} />}
    </FormField>
  );
  return (
    <AuthPage
      title="Create your account"
      tagline={`${providerNames[provider]} has verified ${person.email}. You need no password.`}
      seed="join"
      footer={
        <>
          Already a member?{' '}
          <Link reloadDocument to={paths.login} className={textLinkClass}>
            Sign in with your password
          </Link>
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
        <div className="grid gap-5 sm:grid-cols-2">
          {textField('firstName', 'First name', 'given-name')}
          {textField('lastName', 'Last name', 'family-name')}
        </div>
        {textField('username', 'Username', 'username')}
        {textField('phone', 'Phone', 'tel', 'tel')}
        <Controller
          name="role"
          control={form.control}
          render={({ field, fieldState }) => (
            <RadioGroup
              ref={field.ref}
              legend="I want to..."
              choices={roleChoices}
              value={field.value ?? null}
              onChange={field.onChange}
              error={fieldState.error?.message}
            />
          )}
        />
        <Button type="submit" size="lg" busy={isBusy} className="mt-2">
          {isBusy ? 'Creating account...' : 'Create Account'}
        </Button>
      </form>
    </AuthPage>
  );
}
