import type { HostApproval } from '@courtly/contracts/applications';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { paths } from '../../config/paths';
import { call, errorMessage } from '../../lib/api';
import { formatShortDate, viewerZone } from '../../lib/format';
import { useNow } from '../../lib/use-now';
import { Button, LinkButton } from '../../ui/button';
import { QueryPanel } from '../../ui/query-panel';
import { toast, toastError } from '../../ui/toast';
import { useSession } from '../session/session';

/** Whether the caller is approved as a host, or what the approval waits for. */
export const hostApprovalQuery = queryOptions({
  queryKey: ['/api/host/approval'],
  queryFn: ({ signal }) => call('GET /api/host/approval', { signal }),
  // An admin's decision changes no read model that a host can follow.
  staleTime: 0,
  meta: { live: ['people'] },
});

const useRenewLink = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/host/approval/link'),
    onSuccess: () => toast('Link sent', 'Earlier links no longer work.'),
    onError: (error) => toastError('Link not sent', errorMessage(error, 'Please try again.')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: hostApprovalQuery.queryKey }),
  });
};

const approvalText = (approval: HostApproval, now: string): string => {
  switch (approval.state) {
    case 'granted':
      return '';
    case 'missing':
      return "Tell us about your court. If you applied with another email, we'll respond there.";
    case 'pending': {
      const answerDay = formatShortDate(approval.answerBy, viewerZone());
      return approval.answerBy > now
        ? `We're reviewing your application, and will respond by ${answerDay}.`
        : "We're still reviewing your application. We're sorry that it takes longer than promised.";
    }
    case 'approved': {
      const { email, linkExpiresAt } = approval;
      return `Your application was approved. ${
        linkExpiresAt > now
          ? `Open the link in the email that we sent to ${email}.`
          : `The link that we sent to ${email} has expired. We can send a new one.`
      }`;
    }
    case 'rejected':
      return `We couldn't approve your application${approval.reason && `: ${approval.reason}`}`
        .replace(/[^.!?]$/, '$&.')
        .concat(' You can apply again.');
  }
};

/** What a host who is not approved has to know and do. Nothing if they are approved. */
export function HostApprovalStep() {
  return (
    <QueryPanel query={useQuery(hostApprovalQuery)} label="your approval">
      {(approval) => (approval.state === 'granted' ? null : <NextStep approval={approval} />)}
    </QueryPanel>
  );
}

function NextStep({ approval }: { approval: HostApproval }) {
  const isEmailVerified = useSession().user?.isEmailVerified;
  const renewLink = useRenewLink();
  const now = useNow();
  const { state } = approval;
  const mayBeUnknown = state === 'missing' && isEmailVerified === false;
  return (
    <>
      <p dir="auto" className="mt-2 max-w-prose wrap-anywhere text-quiet">
        {approvalText(approval, now)}
        {mayBeUnknown &&
          ' If you applied with the email of this account, verify it in your settings, so that we find your application.'}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        {(state === 'missing' || state === 'rejected') && (
          <LinkButton to={paths.hostApplication}>Apply to Host</LinkButton>
        )}
        {state === 'approved' && (
          <Button busy={renewLink.isPending} onClick={() => renewLink.mutate()}>
            Send Link Again
          </Button>
        )}
        {mayBeUnknown && (
          <LinkButton variant="outline" to={paths.settings}>
            Open Settings
          </LinkButton>
        )}
      </div>
    </>
  );
}
