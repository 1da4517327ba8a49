import { type ReactNode, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { ApiError, errorMessage } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import { Button, LinkButton } from '../../ui/button';
import { toastError } from '../../ui/toast';
import { useSession } from '../../resources/session/session';
import { useConfirmEmail, useSignOutHere, useVerifyEmail } from './account-api';
import { Heading } from '../../ui/heading';

const isLinkExpired = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'taken');

const isForOtherAccount = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'forbidden';

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
        You followed the link we sent to your new email. Do you want to use this email for your
        account?
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

function EmailLinkPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page pt-10">
      <PageMeta title={title} />
      <Heading level={1} className="mb-6">
        {title}
      </Heading>
      <div className="max-w-prose">{children}</div>
    </div>
  );
}

/** These pages require a click because mail programs open links automatically. */
export function ConfirmEmailPage() {
  const [searchParams] = useSearchParams();
  const token = searchParams.get('token');
  return (
    <EmailLinkPage title="Confirm your new email">
      {token ? <ConfirmPrompt token={token} /> : <ExpiredLink>{EXPIRED_LINK_MESSAGE}</ExpiredLink>}
    </EmailLinkPage>
  );
}

function Verified({ wasVerified }: { wasVerified: boolean }) {
  const { user } = useSession();
  return (
    <div role="status">
      <p>
        {wasVerified
          ? 'This link was already used. Your email is verified.'
          : 'Thank you. Your email is verified.'}
      </p>
      <LinkButton to={user ? paths.dashboard : paths.login} className="mt-6">
        {user ? 'Go to Dashboard' : 'Sign In'}
      </LinkButton>
    </div>
  );
}

function OtherAccount({ children, onSignedOut }: { children: string; onSignedOut: () => void }) {
  const signOut = useSignOutHere();
  return (
    <div role="alert">
      <p>{children}</p>
      <Button
        busy={signOut.isPending}
        className="mt-6"
        onClick={() => signOut.mutate(undefined, { onSuccess: onSignedOut })}
      >
        Sign Out
      </Button>
    </div>
  );
}

function VerifyPrompt({ token }: { token: string }) {
  const verifyEmail = useVerifyEmail(token);
  const { data, error } = verifyEmail;
  if (data) return <Verified wasVerified={data.wasVerified} />;
  if (isForOtherAccount(error))
    return (
      <OtherAccount onSignedOut={verifyEmail.reset}>
        {errorMessage(error, 'This link is for a different account.')}
      </OtherAccount>
    );
  if (isLinkExpired(error))
    return <ExpiredLink>{errorMessage(error, EXPIRED_LINK_MESSAGE)}</ExpiredLink>;
  const onError = (failure: unknown) =>
    !isLinkExpired(failure) &&
    !isForOtherAccount(failure) &&
    toastError('Not verified yet', errorMessage(failure, 'Please try again.'));
  return (
    <>
      <p>
        If you created a Courtly account with the email address that received this link, verify it
        now. Otherwise, close this page.
      </p>
      <Button
        size="lg"
        busy={verifyEmail.isPending}
        className="mt-6"
        onClick={() => verifyEmail.mutate(undefined, { onError })}
      >
        {verifyEmail.isPending ? 'Verifying...' : 'Verify Email'}
      </Button>
    </>
  );
}

/**
 * The last token in the fragment, which browsers don't send. The fragment of the skip link has no
 * dots, unlike a token.
 */
const useFragmentToken = (): string => {
  const fragment = useLocation().hash.slice(1);
  const [token, setToken] = useState('');
  if (fragment.includes('.') && fragment !== token) setToken(fragment);
  return token;
};

export function VerifyEmailPage() {
  const token = useFragmentToken();
  return (
    <EmailLinkPage title="Verify your email">
      {token ? (
        <VerifyPrompt key={token} token={token} />
      ) : (
        <ExpiredLink>{EXPIRED_LINK_MESSAGE}</ExpiredLink>
      )}
    </EmailLinkPage>
  );
}
