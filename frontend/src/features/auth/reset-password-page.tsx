import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { ApiError } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import { schemaResolver } from '../../lib/schema-resolver';
import { Button, LinkButton } from '../../ui/button';
import { FormField } from '../../ui/form-field';
import { PasswordInput } from '../../ui/password-input';
import { useContractForm } from '../../ui/use-contract-form';
import { useResetPassword } from './api';
import { AuthPage } from './auth-page';
import { TextLink } from '../../ui/text-link';

const formResolver = schemaResolver(
  async () => (await import('../../resources/session/repeated-password-schema')).ResetForm,
);

function ResetForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const resetMutation = useResetPassword(token);
  const { form, submit } = useContractForm({
    resolver: formResolver,
    defaultValues: { newPassword: '', confirmPassword: '' },
    errorToast: ['Password not set', 'Please try again.'],
  });
  const isBusy = form.formState.isSubmitting || resetMutation.isPending;
  if (isInvalidLink(resetMutation.error)) return <InvalidLink />;
  const onSubmit = submit(({ newPassword }, setServerErrors) =>
    resetMutation.mutate(newPassword, {
      onSuccess: () => void navigate(paths.login, { replace: true }),
      onError: (error) => !isInvalidLink(error) && setServerErrors(error),
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
      <Button type="submit" size="lg" busy={isBusy} className="mt-2">
        {isBusy ? 'Saving...' : 'Set Password'}
      </Button>
    </form>
  );
}

const isInvalidLink = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'not_found';

function InvalidLink() {
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
  const [searchParams] = useSearchParams();
  const resetToken = searchParams.get('token');
  return (
    <AuthPage
      title="Set a new password"
      tagline="You'll be signed out on every device and can sign in with your new password."
      seed="sign in"
      footer={
        <>
          Remember your password? <TextLink to={paths.login}>Sign in</TextLink>
        </>
      }
    >
      <PageMeta page="/reset-password" />
      {resetToken ? <ResetForm token={resetToken} /> : <InvalidLink />}
    </AuthPage>
  );
}
