import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { schemaResolver } from '../../lib/schema-resolver';
import { useSession } from '../../resources/session/session';
import { Button } from '../../ui/button';
import { FormField } from '../../ui/form-field';
import { Input } from '../../ui/input';
import { useContractForm } from '../../ui/use-contract-form';
import { useRequestPasswordReset } from './api';
import { AuthPage, textLink } from './auth-page';

const resolver = schemaResolver(
  async () => (await import('@courtly/contracts/identity')).RequestPasswordResetBody,
);

/** The response is the same whether or not the account exists. */
export function ForgotPasswordPage() {
  const { user } = useSession();
  const request = useRequestPasswordReset();
  const { form, submit } = useContractForm({
    resolver,
    values: { email: user?.email ?? '' },
    failed: ['Link not sent', 'Please try again later.'],
  });
  const busy = form.formState.isSubmitting || request.isPending;
  return (
    <AuthPage
      title="Forgot your password?"
      tagline="Enter your email, and we'll send you a link to set a new password."
      seed="sign in"
      footer={
        <>
          Remembered it?{' '}
          <Link to={paths.login} className={textLink}>
            Sign in
          </Link>
        </>
      }
    >
      <PageMeta page="/forgot-password" />
      <form
        noValidate
        onSubmit={submit((values, onError) => request.mutate(values, { onError }))}
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
          busy={busy}
          variant={request.data ? 'outline' : 'primary'}
          className="mt-2"
        >
          {busy ? 'Sending...' : request.data ? 'Send Again' : 'Send Link'}
        </Button>
        <div role="status" className="border-t border-brass-line pt-5 empty:hidden">
          {request.data && (
            <>
              <p className="font-display text-2xl">Check your email</p>
              <p className="mt-1 text-quiet">
                {request.data.message} If you don't see it, check your spam folder or the address
                above.
              </p>
            </>
          )}
        </div>
      </form>
    </AuthPage>
  );
}
