import { useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { ApiError, errorMessage } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import { Button, LinkButton } from '../../ui/button';
import { toastError } from '../../ui/toast';
import { useConfirmEmail } from './account-api';

const isLinkExpired = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'taken');

function ConfirmPrompt({ token }: { token: string }) {
  const confirmEmail = useConfirmEmail(token);
  const onError = (error: unknown) =>
    !isLinkExpired(error) &&
    toastError('Not confirmed yet', errorMessage(error, 'Please try again.'));
  if (confirmEmail.data)
    return (
      <div role="status">
        <p>
          <span className="font-semibold break-words">{confirmEmail.data.email}</span> is now your
          email. Use it the next time you sign in.
        </p>
        <LinkButton to={paths.settings} className="mt-6">
          Go to Settings
        </LinkButton>
      </div>
    );
  if (isLinkExpired(confirmEmail.error))
    return <ExpiredLink>{errorMessage(confirmEmail.error, EXPIRED_LINK_MESSAGE)}</ExpiredLink>;
  return (
    <>
      <p>
        You followed the link we sent to your new email. Do you want to use it for your account?
      </p>
      <Button
        size="lg"
        busy={confirmEmail.isPending}
        className="mt-6"
        onClick={() => confirmEmail.mutate(undefined, { onError })}
      >
        {confirmEmail.isPending ? 'Confirming...' : 'Confirm Email'}
      </Button>
    </>
  );
}

const EXPIRED_LINK_MESSAGE = 'This link no longer works.';

function ExpiredLink({ children }: { children: string }) {
  return (
    <div role="alert">
      <p>{children}</p>
      <LinkButton to={paths.settings} className="mt-6">
        Request a New Link
      </LinkButton>
    </div>
  );
}

/** Requires a click because mail programs open links automatically. */
export function ConfirmEmailPage() {
  const [searchParams] = useSearchParams();
  const token = searchParams.get('token');
  return (
    <div className="page pt-10">
      <PageMeta title="Confirm Your Email" />
      <h1 className="mb-6 font-display text-title">Confirm your new email</h1>
      <div className="max-w-prose">
        {token ? (
          <ConfirmPrompt token={token} />
        ) : (
          <ExpiredLink>{EXPIRED_LINK_MESSAGE}</ExpiredLink>
        )}
      </div>
    </div>
  );
}
