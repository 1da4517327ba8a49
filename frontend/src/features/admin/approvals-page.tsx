import { formatAmount } from '@courtly/contracts/amount';
import type { Confirmation } from '@courtly/contracts/confirmations';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { useOptionalData } from '../../lib/use-optional-data';
import { AdminLayout } from '../../resources/admin/admin-layout';
import { confirmationsQuery } from '../../resources/admin/confirmation-queries';
import { actLabels, statusLabels } from '../../resources/admin/confirmation-labels';
import { useAdminAction } from '../../resources/admin/use-admin-action';
import { instantLabel } from '../../resources/audit/audit-labels';
import { timelineLink } from '../../resources/audit/timeline-link';
import { meQuery } from '../../resources/session/session';
import { Badge } from '../../ui/badge';
import { Button, LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { AdminActionDialog } from './admin-action-dialog';
import { AdminList } from './admin-list';
import { BookedHour } from './case-details';
import { PolicyChangesTable } from './policy-changes-table';
import { utcLabel } from './utc-label';
import { Heading } from '../../ui/heading';

export function ApprovalsPage() {
  const waitingPages = useInfiniteQuery(confirmationsQuery('waiting'));
  const decidedPages = useInfiniteQuery(confirmationsQuery('decided'));
  const [rejected, setRejected] = useState<Confirmation | null>(null);
  return (
    <AdminLayout
      title="Approvals"
      lead="Large refunds, adjustments, and settlements need a second admin, and so does every policy change. The admin who requested a change can't confirm it."
    >
      <AdminList
        query={waitingPages}
        label="Waiting requests"
        itemsLabel="requests"
        emptyState={<EmptyState title="All done">No request is waiting.</EmptyState>}
        renderRow={(confirmation) => (
          <ConfirmationRow
            key={confirmation.id}
            confirmation={confirmation}
            onReject={() => setRejected(confirmation)}
          />
        )}
      />
      <Heading level={2} className="mt-12 mb-4">
        Decided
      </Heading>
      <AdminList
        query={decidedPages}
        label="Decided requests"
        itemsLabel="decided requests"
        emptyState={<p className="text-quiet">No decided requests yet.</p>}
        renderRow={(confirmation) => (
          <ConfirmationRow key={confirmation.id} confirmation={confirmation} />
        )}
      />
      {rejected && <RejectDialog confirmation={rejected} onClose={() => setRejected(null)} />}
    </AdminLayout>
  );
}

type ConfirmationRowProps = { confirmation: Confirmation; onReject?: () => void };

function ConfirmationRow({ confirmation, onReject }: ConfirmationRowProps) {
  const { act, amount, reason, requestedBy, requestedAt, member, booking } = confirmation;
  return (
    <li className="grid gap-2 border-b border-rule py-5 wrap-anywhere">
      <p className="font-display text-xl">
        {amount && `${formatAmount(amount)} · `}
        {actLabels[act]}
      </p>
      <p>
        <bdi>{requestedBy.name}</bdi> asked for this on {instantLabel(requestedAt)}:
        <span dir="auto" className="block text-quiet">{`“${reason}”`}</span>
      </p>
      {booking && <BookedHour booking={booking} />}
      {member && (
        <p>
          Member: <bdi>{member.name}</bdi>
        </p>
      )}
      <RequestedPolicy confirmation={confirmation} />
      <Decision confirmation={confirmation} />
      <div className="flex flex-wrap gap-3">
        {onReject && <WaitingActions confirmation={confirmation} onReject={onReject} />}
        <LinkButton size="sm" variant="quiet" to={timelineOf(confirmation)}>
          Timeline
        </LinkButton>
      </div>
    </li>
  );
}

const timelineOf = ({ act, bookingId, member }: Confirmation): string => {
  if (act === 'policy_change') return timelineLink('policy', 'club');
  return bookingId
    ? timelineLink('booking', bookingId)
    : timelineLink('membership', member?.id ?? '');
};

function RequestedPolicy({ confirmation: { id, policy } }: { confirmation: Confirmation }) {
  if (!policy) return null;
  const { replaces, effectiveAt, changes } = policy;
  return (
    <div className="grid max-w-3xl gap-2">
      <p>
        {`Replaces ${replaces} ${effectiveAt === null ? 'as soon as possible' : `from ${utcLabel(effectiveAt)}`}`}
      </p>
      <PolicyChangesTable label={`Changes in request ${id}`} changes={changes} />
    </div>
  );
}

function Decision({ confirmation }: { confirmation: Confirmation }) {
  const { status, expiresAt, decidedBy, rejection, refusal } = confirmation;
  if (status === 'waiting')
    return <p className="text-quiet">Expires on {instantLabel(expiresAt)}</p>;
  const [tone, label] = statusLabels[status];
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone={tone}>{label}</Badge>
      {decidedBy && <bdi>{decidedBy.name}</bdi>}
      {(rejection ?? refusal) && <span className="text-quiet">{`“${rejection ?? refusal}”`}</span>}
    </p>
  );
}

function WaitingActions({
  confirmation: { id: confirmationId, requestedBy },
  onReject,
}: Required<ConfirmationRowProps>) {
  const me = useOptionalData(meQuery);
  const isOwn = me?.id === requestedBy.id;
  const confirmAction = useAdminAction(
    () =>
      call('POST /api/admin/confirmations/:confirmationId/approvals', {
        params: { confirmationId },
      }),
    'Confirmed',
  );
  return (
    <>
      {!isOwn && (
        <Button
          size="sm"
          busy={confirmAction.isPending}
          onClick={() => confirmAction.mutate(undefined)}
        >
          Confirm
        </Button>
      )}
      <Button size="sm" variant="outline" onClick={onReject}>
        {isOwn ? 'Withdraw' : 'Reject'}
      </Button>
    </>
  );
}

function RejectDialog({
  confirmation: { id: confirmationId },
  onClose,
}: {
  confirmation: Confirmation;
  onClose: () => void;
}) {
  return (
    <AdminActionDialog
      title="End this request?"
      description="Nothing is paid or changed."
      button="End Request"
      mutationFn={(reason) =>
        call('POST /api/admin/confirmations/:confirmationId/rejections', {
          params: { confirmationId },
          body: { reason },
        })
      }
      successMessage="Request ended"
      onClose={onClose}
    />
  );
}
