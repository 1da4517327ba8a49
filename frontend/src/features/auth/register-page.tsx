import { Controller } from 'react-hook-form';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { schemaResolver } from '../../lib/schema-resolver';
import { useSession } from '../../resources/session/session';
import { Button } from '../../ui/button';
import { FormField } from '../../ui/form-field';
import { Input } from '../../ui/input';
import { PasswordInput } from '../../ui/password-input';
import { RadioGroup } from '../../ui/radio-group';
import { useContractForm } from '../../ui/use-contract-form';
import { useRegister } from './api';
import { AuthPage, textLinkClass } from './auth-page';
import { ProviderButtons } from './provider-buttons';
import { roleChoices } from './role-choices';

const formResolver = schemaResolver(async () => (await import('./register-schema')).RegisterForm);

const emptyValues = {
  firstName: '',
  lastName: '',
  username: '',
  email: '',
  phone: '',
  password: '',
  confirmPassword: '',
};

export function RegisterPage() {
  const { user } = useSession();
  const [searchParams] = useSearchParams();
  const requestedRole = searchParams.get('role');
  const initialRole = requestedRole === 'owner' ? 'owner' : 'player';
  const registerMutation = useRegister();
  const { form, submit } = useContractForm({
    resolver: formResolver,
    defaultValues: { ...emptyValues, role: initialRole },
  });
  const isBusy = form.formState.isSubmitting || registerMutation.isPending;
  if (user && registerMutation.isIdle) return <Navigate replace to={paths.home} />;

  const onSubmit = submit(({ confirmPassword: _, ...registration }, onError) =>
    registerMutation.mutate(registration, { onError }),
  );
  const textField = (
    fieldName: Exclude<keyof typeof emptyValues, 'password' | 'confirmPassword'>,
    label: string,
    autoComplete: string,
    inputType = 'text',
  ) => (
    <FormField form={form} name={fieldName} label={label}>
      {(controlProps) => <Input type={inputType} autoComplete={autoComplete} {...controlProps} />}
    </FormField>
  );
  const passwordField = (fieldName: 'password' | 'confirmPassword', label: string) => (
    <FormField form={form} name={fieldName} label={label}>
      {(controlProps) => <PasswordInput autoComplete="new-password" {...controlProps} />}
    </FormField>
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
          Already a member?{' '}
          <Link to={paths.login} className={textLinkClass}>
            Sign in
          </Link>
        </>
      }
    >
      <PageMeta page="/register" />
      <form noValidate onSubmit={onSubmit} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          {textField('firstName', 'First name', 'given-name')}
          {textField('lastName', 'Last name', 'family-name')}
        </div>
        {textField('username', 'Username', 'username')}
        {textField('email', 'Email', 'email', 'email')}
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
        {passwordField('password', 'Password')}
        {passwordField('confirmPassword', 'Confirm password')}
        <Button type="submit" size="lg" busy={isBusy} className="mt-2">
          {isBusy ? 'Creating account...' : requestedRole === 'player' ? 'Join' : 'Create Account'}
        </Button>
      </form>
      <ProviderButtons />
    </AuthPage>
  );
}
