import type { AccountDetail, AssignableRole } from '@courtly/contracts/admin-users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { monthAndYear, viewerZone } from '../../lib/format';
import { accountQuery } from '../../resources/admin/desk-queries';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { QueryPanel } from '../../ui/query-panel';
import { BookingsToCome } from './upcoming-bookings';
import { DeskActionDialog } from './admin-action-dialog';
import { PastBookings } from './past-bookings';

const roles: readonly AssignableRole[] = ['owner', 'host', 'admin'];

type Asked = Readonly<
  { what: 'suspend' | 'lift' } | { what: 'give' | 'take'; role: AssignableRole }
>;

export function UserDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const query = useQuery(accountQuery(userId));
  const [asked, ask] = useState<Asked | null>(null);
  const name = query.data ? `${query.data.firstName} ${query.data.lastName}` : 'Account';
  return (
    <>
      <Dialog
        open
        side="right"
        onClose={onClose}
        title={<bdi>{name}</bdi>}
        description={query.data?.email}
      >
        <QueryPanel query={query} label="the account">
          {(account) => (
            <div className="grid gap-6">
              <Facts account={account} />
              <RoleButtons account={account} onAsk={ask} />
              <Button
                variant={account.suspension ? 'outline' : 'danger'}
                onClick={() => ask({ what: account.suspension ? 'lift' : 'suspend' })}
              >
                {account.suspension ? 'Lift Suspension' : 'Suspend'}
              </Button>
              <BookingsToCome of={{ userId }} withActions />
              <PastBookings of={{ userId }} />
            </div>
          )}
        </QueryPanel>
      </Dialog>
      {asked && query.data && (
        <AskDialog account={query.data} asked={asked} onClose={() => ask(null)} />
      )}
    </>
  );
}

function Facts({ account }: { account: AccountDetail }) {
  const {
    username,
    membershipTier,
    createdAt,
    openBookings,
    courts,
    suspension,
    roles: held,
  } = account;
  return (
    <div className="grid gap-1 wrap-anywhere">
      {suspension && <p className="text-bad">Suspended: {suspension.reason}</p>}
      <p>
        {username}, {held.join(', ')}, {membershipTier === 'elite' ? 'Elite member' : 'free'}
      </p>
      <p className="text-quiet">Member since {monthAndYear(createdAt, viewerZone())}</p>
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
  onAsk,
}: {
  account: AccountDetail;
  onAsk: (asked: Asked) => void;
}) {
  return (
    <div className="flex flex-wrap gap-3">
      {roles.map((role) => {
        const what = account.roles.includes(role) ? 'take' : 'give';
        return (
          <Button key={role} size="sm" variant="outline" onClick={() => onAsk({ what, role })}>
            {what === 'take' ? `Remove ${role} role` : `Add ${role} role`}
          </Button>
        );
      })}
    </div>
  );
}

const actOn = (userId: string, asked: Asked, reason: string): Promise<unknown> => {
  const params = { userId };
  switch (asked.what) {
    case 'suspend':
      return call('POST /api/admin/users/:userId/suspensions', { params, body: { reason } });
    case 'lift':
      return call('POST /api/admin/users/:userId/suspension-ends', { params, body: { reason } });
    case 'give':
      return call('POST /api/admin/users/:userId/roles', {
        params,
        body: { role: asked.role, reason },
      });
    case 'take':
      return call('POST /api/admin/users/:userId/role-removals', {
        params,
        body: { role: asked.role, reason },
      });
  }
};

const textsOf = (asked: Asked, name: string) => {
  switch (asked.what) {
    case 'suspend':
      return {
        title: `Suspend ${name}?`,
        description:
          "They will be signed out everywhere and can't sign in or book. These bookings remain until you cancel them.",
        button: 'Suspend',
        said: 'Account suspended',
      };
    case 'lift':
      return {
        title: `Lift ${name}'s suspension?`,
        button: 'Lift Suspension',
        said: 'Suspension lifted',
      };
    case 'give':
      return {
        title: `Give ${name} the ${asked.role} role?`,
        button: 'Add Role',
        said: 'Role added',
      };
    case 'take':
      return {
        title: `Remove the ${asked.role} role from ${name}?`,
        button: 'Remove Role',
        said: 'Role removed',
      };
  }
};

function AskDialog({
  account,
  asked,
  onClose,
}: {
  account: AccountDetail;
  asked: Asked;
  onClose: () => void;
}) {
  return (
    <DeskActionDialog
      {...textsOf(asked, account.firstName)}
      isDanger={asked.what === 'suspend' || asked.what === 'take'}
      act={(reason) => actOn(account.id, asked, reason)}
      onClose={onClose}
    >
      {asked.what === 'suspend' && <BookingsToCome of={{ userId: account.id }} />}
    </DeskActionDialog>
  );
}
