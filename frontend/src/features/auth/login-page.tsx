import type { Login } from '@courtly/contracts/identity';
import { useForm } from 'react-hook-form';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { schemaResolver } from '../../lib/schema-resolver';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { PasswordInput } from '../../ui/password-input';
import { useLogin } from './api';
import { AuthPage, textLink } from './auth-page';

const resolver = schemaResolver(async () => (await import('@courtly/contracts/identity')).Login);

export function LoginPage() {
  const { user } = useSession();
  const login = useLogin();
  const form = useForm<Login>({ resolver, defaultValues: { email: '', password: '' } });
  const { errors, isSubmitting } = form.formState;
  const busy = isSubmitting || login.isPending;
  const signsInAgain = (useLocation().state as { again?: true } | null)?.again;
  if (user && login.isIdle && !signsInAgain) return <Navigate replace to={paths.home} />;
  return (
    <AuthPage
      title="Sign in"
      tagline="Your courts, your bookings, your people."
      seed="sign in"
      footer={
        <>
          New to Courtly?{' '}
          <Link to={paths.register} className={textLink}>
            Sign up
          </Link>
        </>
      }
    >
      <PageMeta page="/login" />
      <form noValidate onSubmit={form.handleSubmit((values) => login.mutate(values))} className="grid gap-5">
        <Field label="Email" error={errors.email?.message}>
          {(wiring) => (
            <Input type="email" autoComplete="email" inputMode="email" {...wiring} {...form.register('email')} />
          )}
        </Field>
        <Field label="Password" error={errors.password?.message}>
          {(wiring) => <PasswordInput autoComplete="current-password" {...wiring} {...form.register('password')} />}
        </Field>
        <Button type="submit" size="lg" busy={busy} className="mt-2">
          {busy ? 'Signing in...' : 'Sign In'}
        </Button>
      </form>
    </AuthPage>
  );
}
