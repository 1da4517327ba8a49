import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { ApiError } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import { schemaResolver } from '../../lib/schema-resolver';
import { Button, LinkButton } from '../../ui/button';
import { FormField } from '../../ui/form-field';
import { PasswordInput } from '../../ui/password-input';
import { useContractForm } from '../../ui/use-contract-form';
import { useResetPassword } from './api';
import { AuthPage, textLink } from './auth-page';

const resolver = schemaResolver(async () => (await import('./reset-schema')).ResetForm);

function ResetForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const reset = useResetPassword(token);
  const { form, submit } = useContractForm({
    resolver,
    defaultValues: { newPassword: '', confirmPassword: '' },
    failed: ['Password not set', 'Please try again.'],
  });
  const busy = form.formState.isSubmitting || reset.isPending;
  if (isUseless(reset.error)) return <UselessLink />;
  const onSubmit = submit(({ newPassword }, refuse) =>
    reset.mutate(newPassword, {
      onSuccess: () => void navigate(paths.login, { replace: true }),
      onError: (error) => !isUseless(error) && refuse(error),
    }),
  );
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-5">
      <FormField form={form} name="newPassword" label="New password">
        {(controlProps) => <PasswordInput autoComplete="new-password" {...controlProps} />}
      </FormField>
      <FormField form={form} name="confirmPassword" label="Confirm new password">
        {(controlProps) => <PasswordInput autoComplete="new-password" {...controlProps} />}
      </FormField>
      <Button type="submit" size="lg" busy={busy} className="mt-2">
        {busy ? 'Saving...' : 'Set Password'}
      </Button>
    </form>
  );
}

const isUseless = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'not_found';

function UselessLink() {
  return (
    <div role="alert" className="border-t border-brass-line pt-6">
      <p>
        This link no longer works. It was already used, it is more than an hour old, or a newer link
        replaced it.
      </p>
      <LinkButton to={paths.forgotPassword} size="lg" className="mt-6">
        Request a New Link
      </LinkButton>
    </div>
  );
}

export function ResetPasswordPage() {
  const [query] = useSearchParams();
  const token = query.get('token');
  return (
    <AuthPage
      title="Set a new password"
      tagline="You'll be signed out on every device and can sign in with your new password."
      seed="sign in"
      footer={
        <>
          Remembered the old one?{' '}
          <Link to={paths.login} className={textLink}>
            Sign in
          </Link>
        </>
      }
    >
      <PageMeta page="/reset-password" />
      {token ? <ResetForm token={token} /> : <UselessLink />}
    </AuthPage>
  );
}
