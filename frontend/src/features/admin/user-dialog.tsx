import type { AccountDetail, AssignableRole } from '@courtly/contracts/admin-users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { formatMonthAndYear, viewerZone } from '../../lib/format';
import { accountQuery } from '../../resources/admin/admin-queries';
import { instantLabel } from '../../resources/audit/audit-labels';
import { pastStateLink, timelineLink } from '../../resources/audit/timeline-link';
import { Button, LinkButton } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { QueryPanel } from '../../ui/query-panel';
import { UpcomingBookings } from './upcoming-bookings';
import { AdminActionDialog } from './admin-action-dialog';
import { HostPayoutHold } from './host-payout-hold';
import { PastBookings } from './past-bookings';
import { UserMembership } from './user-membership';

const grantableRoles: readonly AssignableRole[] = ['owner', 'host', 'admin'];

type PendingAction = Readonly<
  { kind: 'suspend' | 'lift' } | { kind: 'give' | 'take'; role: AssignableRole }
>;

export function UserDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const account = useQuery(accountQuery(userId));
  const [pendingAction, setPendingAction] = useState<PendingAction | null>(null);
  const displayName = account.data
    ? `${account.data.firstName} ${account.data.lastName}`
    : 'Account';
  return (
    <>
      <Dialog
        open
        side="right"
        onClose={onClose}
        title={<bdi>{displayName}</bdi>}
        description={account.data?.email}
      >
        <QueryPanel query={account} label="the account">
          {(accountDetail) => (
            <div className="grid gap-6">
              <AccountFacts account={accountDetail} />
              <RoleButtons account={accountDetail} onSelectAction={setPendingAction} />
              <Button
                variant={accountDetail.suspension ? 'outline' : 'danger'}
                onClick={() =>
                  setPendingAction({ kind: accountDetail.suspension ? 'lift' : 'suspend' })
                }
              >
                {accountDetail.suspension ? 'Lift Suspension' : 'Suspend'}
              </Button>
              {accountDetail.courts.length > 0 && (
                <HostPayoutHold account={accountDetail} hostName={displayName} />
              )}
              <div className="flex flex-wrap gap-3">
                <LinkButton size="sm" variant="quiet" to={timelineLink('user', userId)}>
                  Timeline
                </LinkButton>
                <LinkButton size="sm" variant="quiet" to={pastStateLink('user', userId)}>
                  Past State
                </LinkButton>
              </div>
              <UserMembership userId={userId} />
              <UpcomingBookings subject={{ userId }} withActions />
              <PastBookings of={{ userId }} />
            </div>
          )}
        </QueryPanel>
      </Dialog>
      {pendingAction && account.data && (
        <ConfirmActionDialog
          account={account.data}
          action={pendingAction}
          onClose={() => setPendingAction(null)}
        />
      )}
    </>
  );
}

function AccountFacts({ account }: { account: AccountDetail }) {
  const {
    username,
    membershipTier,
    createdAt,
    openBookings,
    courts,
    suspension,
    roles: currentRoles,
  } = account;
  return (
    <div className="grid gap-1 wrap-anywhere">
      {suspension && (
        <p className="text-bad">
          Suspended{suspension.until && ` until ${instantLabel(suspension.until)}`}:{' '}
          {suspension.reason}
        </p>
      )}
      <p>
        {username}, {currentRoles.join(', ')},{' '}
        {membershipTier === 'elite' ? 'Elite member' : 'free'}
      </p>
      <p className="text-quiet">Joined {formatMonthAndYear(createdAt, viewerZone())}</p>
      <p>{openBookings === 1 ? '1 upcoming booking' : `${openBookings} upcoming bookings`}</p>
      {courts.length > 0 && (
        <p>
          Courts:{' '}
          <bdi>
            {courts.map((court) => court.name + (court.isHidden ? ' (hidden)' : '')).join(', ')}
          </bdi>
        </p>
      )}
    </div>
  );
}

function RoleButtons({
  account,
  onSelectAction,
}: {
  account: AccountDetail;
  onSelectAction: (action: PendingAction) => void;
}) {
  return (
    <div className="flex flex-wrap gap-3">
      {grantableRoles.map((grantableRole) => {
        const actionKind = account.roles.includes(grantableRole) ? 'take' : 'give';
        return (
          <Button
            key={grantableRole}
            size="sm"
            variant="outline"
            onClick={() => onSelectAction({ kind: actionKind, role: grantableRole })}
          >
            {actionKind === 'take' ? `Remove ${grantableRole} role` : `Add ${grantableRole} role`}
          </Button>
        );
      })}
    </div>
  );
}

const runAction = (
  userId: string,
  action: PendingAction,
  reason: string,
  until: string,
): Promise<unknown> => {
  const params = { userId };
  switch (action.kind) {
    case 'suspend':
      return call('POST /api/admin/users/:userId/suspensions', {
        params,
        body: { reason, ...(until && { until: new Date(until).toISOString() }) },
      });
    case 'lift':
      return call('POST /api/admin/users/:userId/suspension-ends', {
        params,
        body: { reason },
      });
    case 'give':
      return call('POST /api/admin/users/:userId/roles', {
        params,
        body: { role: action.role, reason },
      });
    case 'take':
      return call('POST /api/admin/users/:userId/role-removals', {
        params,
        body: { role: action.role, reason },
      });
  }
};

const dialogTexts = (action: PendingAction, firstName: string) => {
  switch (action.kind) {
    case 'suspend':
      return {
        title: `Suspend ${firstName}?`,
        description:
          "They will be signed out everywhere and can't sign in or book. These bookings remain until you cancel them.",
        button: 'Suspend',
        hint: 'They will see this in an email and when they try to sign in.',
        successMessage: 'Account suspended',
      };
    case 'lift':
      return {
        title: `Lift ${firstName}'s suspension?`,
        button: 'Lift Suspension',
        successMessage: 'Suspension lifted',
      };
    case 'give':
      return {
        title: `Give ${firstName} the ${action.role} role?`,
        button: 'Add Role',
        successMessage: 'Role added',
      };
    case 'take':
      return {
        title: `Remove the ${action.role} role from ${firstName}?`,
        button: 'Remove Role',
        successMessage: 'Role removed',
      };
  }
};

function ConfirmActionDialog({
  account,
  action,
  onClose,
}: {
  account: AccountDetail;
  action: PendingAction;
  onClose: () => void;
}) {
  const [until, setUntil] = useState('');
  return (
    <AdminActionDialog
      {...dialogTexts(action, account.firstName)}
      isDanger={action.kind === 'suspend' || action.kind === 'take'}
      mutationFn={(reason) => runAction(account.id, action, reason, until)}
      onClose={onClose}
    >
      {action.kind === 'suspend' && (
        <>
          <Field label="Until (optional)" hint="In your time zone. Leave empty to end it yourself.">
            {(controlProps) => (
              <Input
                {...controlProps}
                type="datetime-local"
                value={until}
                onChange={({ target }) => setUntil(target.value)}
              />
            )}
          </Field>
          <UpcomingBookings subject={{ userId: account.id }} />
        </>
      )}
    </AdminActionDialog>
  );
}
