import { Controller, useForm } from 'react-hook-form';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { ApiError } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import { schemaResolver } from '../../lib/schema-resolver';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { PasswordInput } from '../../ui/password-input';
import { RadioGroup } from '../../ui/radio-group';
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
  const form = useForm({ resolver, defaultValues: { ...empty, role } });
  const { errors, isSubmitting } = form.formState;
  const busy = isSubmitting || register.isPending;
  if (user && register.isIdle) return <Navigate replace to={paths.home} />;

  const submit = form.handleSubmit(({ confirmPassword: _, ...body }) =>
    register.mutate(body, {
      onError: (error) => {
        if (!(error instanceof ApiError && error.code === 'taken')) return;
        const field = error.details['field'];
        if (field === 'email' || field === 'username')
          form.setError(field, { message: error.userMessage }, { shouldFocus: true });
      },
    }),
  );
  const text = (
    name: Exclude<keyof typeof empty, 'password' | 'confirmPassword'>,
    label: string,
    autoComplete: string,
    type = 'text',
  ) => (
    <Field label={label} error={errors[name]?.message}>
      {(wiring) => <Input type={type} autoComplete={autoComplete} {...wiring} {...form.register(name)} />}
    </Field>
  );
  const password = (name: 'password' | 'confirmPassword', label: string) => (
    <Field label={label} error={errors[name]?.message}>
      {(wiring) => <PasswordInput autoComplete="new-password" {...wiring} {...form.register(name)} />}
    </Field>
  );

  return (
    <AuthPage
      title={asked === 'player' ? 'Join Courtly as a Player' : 'Create your account'}
      tagline={asked === 'player' ? 'Connect with luxury private courts and elite tennis experiences' : undefined}
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
      <form noValidate onSubmit={submit} className="grid gap-5">
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
