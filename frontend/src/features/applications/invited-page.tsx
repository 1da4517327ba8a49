import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { CONCIERGE_EMAIL, paths } from '../../config/paths';
import { ApiError, errorMessage } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import { useOptionalData } from '../../lib/use-optional-data';
import { rememberReturnPath } from '../../resources/session/return-path';
import { useSession } from '../../resources/session/session';
import { UnknownSession } from '../../resources/session/unknown-session';
import { Button, LinkButton } from '../../ui/button';
import { Spinner } from '../../ui/skeleton';
import { toastError } from '../../ui/toast';
import { invitedApplicantQuery, useClaimApplication } from './api';
import { textLinkClass } from '../../ui/text-link';
import { Heading } from '../../ui/heading';

const isInvalidLink = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'wrong_status');

function InvalidLink({ children }: { children: string }) {
  return (
    <div role="alert">
      <p>{children}</p>
      <p className="mt-3 text-quiet">
        Need help?{' '}
        <a className={textLinkClass} href={`mailto:${CONCIERGE_EMAIL}`}>
          {' '}
          Email us{' '}
        </a>
        .
      </p>
    </div>
  );
}

function ClaimInvitation({ token }: { token: string }) {
  const claimMutation = useClaimApplication(token);
  const onError = (error: unknown) =>
    !isInvalidLink(error) &&
    toastError('Not accepted yet', errorMessage(error, 'Please try again.'));
  if (isInvalidLink(claimMutation.error))
    return (
      <InvalidLink>{errorMessage(claimMutation.error, 'This link no longer works.')}</InvalidLink>
    );
  if (claimMutation.data?.kind === 'host')
    return (
      <div role="status">
        <p>
          You're a host now. We're preparing a draft of your court. Set a rate, then show it to
          players.
        </p>
        <LinkButton to={paths.hostTab('courts')} className="mt-6">
          My Courts
        </LinkButton>
      </div>
    );
  if (claimMutation.data)
    return (
      <div role="status">
        <p>Your membership is ready.</p>
        <LinkButton to={paths.joinElite('monthly')} reloadDocument className="mt-6">
          Start Your Membership
        </LinkButton>
      </div>
    );
  return (
    <>
      <p>Your application was approved. Accept it to update this account.</p>
      <Button
        size="lg"
        busy={claimMutation.isPending}
        className="mt-6"
        onClick={() => claimMutation.mutate(undefined, { onError })}
      >
        {claimMutation.isPending ? 'One moment...' : 'Accept'}
      </Button>
    </>
  );
}

function SignInFirst({ token }: { token: string }) {
  const { pathname, search } = useLocation();
  const applicant = useOptionalData(invitedApplicantQuery(token));
  useEffect(() => rememberReturnPath(pathname + search), [pathname, search]);
  return (
    <>
      <p>
        Your application was approved. Sign in or create an account, and we'll bring you back here
        to accept it. {applicant && <>Please use {applicant.email}.</>}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <LinkButton to={paths.login}>Sign In</LinkButton>
        <LinkButton to={paths.register} state={{ applicant }} variant="outline">
          Create Account
        </LinkButton>
      </div>
    </>
  );
}

const LoadingSession = () => (
  <UnknownSession>
    <Spinner />
  </UnknownSession>
);

const claimByState = {
  unknown: LoadingSession,
  signedOut: SignInFirst,
  signedIn: ClaimInvitation,
};

/** Accepts an invitation. This takes a click, because mail scanners also follow links. */
export function InvitedPage() {
  const [searchParams] = useSearchParams();
  const claimToken = searchParams.get('token');
  const Invitation = claimByState[useSession().state];
  return (
    <div className="page pt-10">
      <PageMeta title="Welcome" />
      <Heading level={1} className="mb-6">
        Welcome to the club
      </Heading>
      <div className="max-w-prose">
        {claimToken ? (
          <Invitation token={claimToken} />
        ) : (
          <InvalidLink>This link is incomplete. Please use the one in our email.</InvalidLink>
        )}
      </div>
    </div>
  );
}
