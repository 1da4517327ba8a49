import type { InvitedApplicant } from '@courtly/contracts/applications';
import { FormProvider } from 'react-hook-form';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { schemaResolver } from '../../lib/schema-resolver';
import { useSession } from '../../resources/session/session';
import { Button } from '../../ui/button';
import { FormField } from '../../ui/form-field';
import { Input } from '../../ui/input';
import { PasswordInput } from '../../ui/password-input';
import { useContractForm } from '../../ui/use-contract-form';
import { useRegister } from './api';
import { AuthPage } from './auth-page';
import { ProviderButtons } from './provider-buttons';
import { RegistrationFields } from './registration-fields';
import { TextLink } from '../../ui/text-link';

const formResolver = schemaResolver(
  async () => (await import('@courtly/contracts/identity')).RegisterBody,
);

const emptyValues = {
  firstName: '',
  lastName: '',
  username: '',
  email: '',
  phone: '',
  password: '',
};

/** An approved applicant has already entered a name and contact details. */
const valuesOf = ({ fullName, email, phone }: InvitedApplicant) => {
  const [firstName = '', ...lastNames] = fullName.split(' ');
  return { firstName, lastName: lastNames.join(' '), email, phone };
};

export function RegisterPage() {
  const { user } = useSession();
  const [searchParams] = useSearchParams();
  const requestedRole = searchParams.get('role');
  const { applicant } = (useLocation().state ?? {}) as { applicant?: InvitedApplicant };
  const isHosting = requestedRole === 'owner' || applicant?.kind === 'host';
  const registerMutation = useRegister();
  const { form, submit } = useContractForm({
    resolver: formResolver,
    defaultValues: {
      ...emptyValues,
      ...(applicant && valuesOf(applicant)),
      role: isHosting ? 'owner' : 'player',
    },
  });
  const isBusy = form.formState.isSubmitting || registerMutation.isPending;
  if (user && registerMutation.isIdle) return <Navigate replace to={paths.home} />;

  const onSubmit = submit((registration, onError) =>
    registerMutation.mutate(registration, { onError }),
  );

  return (
    <AuthPage
      title={requestedRole === 'player' ? 'Join Courtly as a Player' : 'Create your account'}
      tagline={
        requestedRole === 'player'
          ? 'Connect with luxury private courts and elite tennis experiences'
          : undefined
      }
      seed="join"
      footer={
        <>
          Already have an account? <TextLink to={paths.login}>Sign in</TextLink>
        </>
      }
    >
      <PageMeta page="/register" />
      <form noValidate onSubmit={onSubmit} className="grid gap-5">
        <FormProvider {...form}>
          <RegistrationFields
            email={
              <FormField form={form} name="email" label="Email">
                {(controlProps) => <Input type="email" autoComplete="username" {...controlProps} />}
              </FormField>
            }
          />
        </FormProvider>
        <FormField form={form} name="password" label="Password">
          {(controlProps) => <PasswordInput autoComplete="new-password" {...controlProps} />}
        </FormField>
        <Button type="submit" size="lg" busy={isBusy} className="mt-2">
          {isBusy ? 'Creating account...' : requestedRole === 'player' ? 'Join' : 'Create Account'}
        </Button>
      </form>
      <ProviderButtons />
    </AuthPage>
  );
}
