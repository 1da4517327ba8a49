import { paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { schemaResolver } from '../../lib/schema-resolver';
import { useSession } from '../../resources/session/session';
import { Button } from '../../ui/button';
import { FormField } from '../../ui/form-field';
import { Input } from '../../ui/input';
import { useContractForm } from '../../ui/use-contract-form';
import { useRequestPasswordReset } from './api';
import { AuthPage } from './auth-page';
import { TextLink } from '../../ui/text-link';

const formResolver = schemaResolver(
  async () => (await import('@courtly/contracts/identity')).RequestPasswordResetBody,
);

/** The response is the same whether or not the account exists. */
export function ForgotPasswordPage() {
  const { user } = useSession();
  const resetRequest = useRequestPasswordReset();
  const { form, submit } = useContractForm({
    resolver: formResolver,
    values: { email: user?.email ?? '' },
    errorToast: ['Link not sent', 'Please try again later.'],
  });
  const isBusy = form.formState.isSubmitting || resetRequest.isPending;
  return (
    <AuthPage
      title="Forgot your password?"
      tagline="Enter your email, and we'll send you a link to set a new password."
      seed="sign in"
      footer={
        <>
          Remembered it? <TextLink to={paths.login}>Sign in</TextLink>
        </>
      }
    >
      <PageMeta page="/forgot-password" />
      <form
        noValidate
        onSubmit={submit((formValues, onError) => resetRequest.mutate(formValues, { onError }))}
        className="grid gap-5"
      >
        <FormField form={form} name="email" label="Email">
          {(controlProps) => (
            <Input type="email" autoComplete="email" inputMode="email" {...controlProps} />
          )}
        </FormField>
        <Button
          type="submit"
          size="lg"
          busy={isBusy}
          variant={resetRequest.data ? 'outline' : 'primary'}
          className="mt-2"
        >
          {isBusy ? 'Sending...' : resetRequest.data ? 'Send Again' : 'Send Link'}
        </Button>
        <div role="status" className="border-t border-brass-line pt-5 empty:hidden">
          {resetRequest.data && (
            <>
              <p className="font-display text-2xl">Check your email</p>
              <p className="mt-1 text-quiet">
                {resetRequest.data.message} If you don't see it, check your spam folder or the
                address above.
              </p>
            </>
          )}
        </div>
      </form>
    </AuthPage>
  );
}
