import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { call, errorMessage } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import { courtKeys } from '../../resources/court/court-keys';
import { rememberReturnPath } from '../../resources/session/return-path';
import { meQuery, useSession } from '../../resources/session/session';
import { UnknownSession } from '../../resources/session/unknown-session';
import { Button, LinkButton } from '../../ui/button';
import { Spinner } from '../../ui/skeleton';
import { Heading } from '../../ui/heading';

function AcceptInvitation({ token }: { token: string }) {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const acceptInvitation = useMutation({
    mutationFn: () => call('POST /api/invitations/:token/accept', { params: { token } }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries(meQuery),
        queryClient.invalidateQueries({ queryKey: courtKeys.all }),
      ]),
  });
  if (acceptInvitation.data)
    return (
      <div role="status">
        <p>You're on the list. You can book this court now.</p>
        <LinkButton to={paths.court(acceptInvitation.data.courtId)} className="mt-6">
          See the Court
        </LinkButton>
      </div>
    );
  return (
    <>
      <p className="break-words">A host invited you to their court. Accept as {user?.email}?</p>
      {acceptInvitation.isError && (
        <p role="alert" className="mt-4 text-bad">
          {errorMessage(acceptInvitation.error, "That didn't work. Please try again.")}
        </p>
      )}
      <Button
        size="lg"
        busy={acceptInvitation.isPending}
        className="mt-6"
        onClick={() => acceptInvitation.mutate()}
      >
        {acceptInvitation.isPending ? 'One moment...' : 'Accept Invitation'}
      </Button>
    </>
  );
}

function SignInFirst() {
  const { pathname } = useLocation();
  useEffect(() => rememberReturnPath(pathname), [pathname]);
  return (
    <>
      <p>
        A host invited you to their court. Sign in or create an account with the email address that
        got the invitation, and we'll bring you back here.
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

const LoadingSession = () => (
  <UnknownSession>
    <Spinner />
  </UnknownSession>
);

const contentByState = {
  unknown: LoadingSession,
  signedOut: SignInFirst,
  signedIn: AcceptInvitation,
};

/** Accepts an invitation to a court. Takes a click, because mail scanners also follow links. */
export function CourtInvitationPage() {
  const { token = '' } = useParams();
  const Content = contentByState[useSession().state];
  return (
    <div className="page pt-10">
      <PageMeta title="Invitation" description="Accept an invitation to a court." />
      <Heading level={1} className="mb-6">
        You're invited
      </Heading>
      <div className="max-w-prose">
        <Content token={token} />
      </div>
    </div>
  );
}
