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
import { AuthPage, textLink } from './auth-page';

const resolver = schemaResolver(async () => (await import('./register-schema')).RegisterForm);

const roles = [
  { value: 'player', label: 'Book tennis courts' },
  { value: 'owner', label: 'List my tennis court' },
] as const;

const empty = {
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
  const [query] = useSearchParams();
  const asked = query.get('role');
  const role = asked === 'owner' ? 'owner' : 'player';
  const register = useRegister();
  const { form, submit } = useContractForm({ resolver, defaultValues: { ...empty, role } });
  const busy = form.formState.isSubmitting || register.isPending;
  if (user && register.isIdle) return <Navigate replace to={paths.home} />;

  const onSubmit = submit(({ confirmPassword: _, ...body }, onError) =>
    register.mutate(body, { onError }),
  );
  const text = (
    name: Exclude<keyof typeof empty, 'password' | 'confirmPassword'>,
    label: string,
    autoComplete: string,
    type = 'text',
  ) => (
    <FormField form={form} name={name} label={label}>
      {(controlProps) => <Input type={type} autoComplete={autoComplete} {...controlProps} />}
    </FormField>
  );
  const password = (name: 'password' | 'confirmPassword', label: string) => (
    <FormField form={form} name={name} label={label}>
      {(controlProps) => <PasswordInput autoComplete="new-password" {...controlProps} />}
    </FormField>
  );

  return (
    <AuthPage
      title={asked === 'player' ? 'Join Courtly as a Player' : 'Create your account'}
      tagline={
        asked === 'player'
          ? 'Connect with luxury private courts and elite tennis experiences'
          : undefined
      }
      seed="join"
      footer={
        <>
          Already a member?{' '}
          <Link to={paths.login} className={textLink}>
            Sign in
          </Link>
        </>
      }
    >
      <PageMeta page="/register" />
      <form noValidate onSubmit={onSubmit} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          {text('firstName', 'First name', 'given-name')}
          {text('lastName', 'Last name', 'family-name')}
        </div>
        {text('username', 'Username', 'username')}
        {text('email', 'Email', 'email', 'email')}
        {text('phone', 'Phone', 'tel', 'tel')}
        <Controller
          name="role"
          control={form.control}
          render={({ field, fieldState }) => (
            <RadioGroup
              ref={field.ref}
              legend="I want to..."
              choices={roles}
              value={field.value ?? null}
              onChange={field.onChange}
              error={fieldState.error?.message}
            />
          )}
        />
        {password('password', 'Password')}
        {password('confirmPassword', 'Confirm password')}
        <Button type="submit" size="lg" busy={busy} className="mt-2">
          {busy ? 'Creating account...' : asked === 'player' ? 'Join' : 'Create Account'}
        </Button>
      </form>
    </AuthPage>
  );
}
