import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { CONCIERGE, paths } from '../../config/paths';
import { ApiError, messageOf } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import { rememberReturnPath, useSession } from '../../resources/session/session';
import { Button, LinkButton } from '../../ui/button';
import { Spinner } from '../../ui/skeleton';
import { toastError } from '../../ui/toast';
import { useClaimApplication } from './api';

const isOver = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'wrong_status');

function Useless({ children }: { children: string }) {
  return (
    <div role="alert">
      <p>{children}</p>
      <p className="mt-3 text-quiet">
        Is something wrong?{' '}
        <a className="text-ink underline underline-offset-4" href={`mailto:${CONCIERGE}`}>
          Write to us
        </a>
        .
      </p>
    </div>
  );
}

function Claim({ token }: { token: string }) {
  const claim = useClaimApplication(token);
  const onError = (error: unknown) =>
    !isOver(error) && toastError('Not done yet', messageOf(error, 'Please try again.'));
  if (isOver(claim.error))
    return <Useless>{messageOf(claim.error, 'This link does not work any more.')}</Useless>;
  if (claim.data?.kind === 'host')
    return (
      <div role="status">
        <p>
          You are a host now. The draft of your court is being prepared: set a rate, and show it to
          players.
        </p>
        <LinkButton to={paths.hostTab('courts')} className="mt-6">
          My Courts
        </LinkButton>
      </div>
    );
  if (claim.data)
    return (
      <div role="status">
        <p>Your membership is ready for you.</p>
        <LinkButton to={paths.joinElite('monthly')} reloadDocument className="mt-6">
          Begin Your Membership
        </LinkButton>
      </div>
    );
  return (
    <>
      <p>Your application was approved. Accept, and this account has what you applied for.</p>
      <Button
        size="lg"
        busy={claim.isPending}
        className="mt-6"
        onClick={() => claim.mutate(undefined, { onError })}
      >
        {claim.isPending ? 'One moment...' : 'Accept'}
      </Button>
    </>
  );
}

function SignInFirst() {
  const { pathname, search } = useLocation();
  useEffect(() => rememberReturnPath(pathname + search), [pathname, search]);
  return (
    <>
      <p>
        Your application was approved. Sign in or make an account, and you come back here to accept.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <LinkButton to={paths.login}>Sign In</LinkButton>
        <LinkButton to={paths.register} variant="outline">
          Create Account
        </LinkButton>
      </div>
    </>
  );
}

const claimIn = { loading: Spinner, visitor: SignInFirst, member: Claim };

/** Where the mail of an approved application leads: on a press, since programs follow links in mails, too. */
export function InvitedPage() {
  const [query] = useSearchParams();
  const token = query.get('token');
  const Invitation = claimIn[useSession().state];
  return (
    <div className="page pt-10">
      <PageMeta title="Welcome" />
      <h1 className="mb-6 font-display text-title">Welcome to the club</h1>
      <div className="max-w-prose">
        {token ? (
          <Invitation token={token} />
        ) : (
          <Useless>This link is not complete. Please use the one in our mail.</Useless>
        )}
      </div>
    </div>
  );
}
