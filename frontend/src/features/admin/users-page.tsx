import type { Account } from '@courtly/contracts/admin-users';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMonthAndYear, viewerZone } from '../../lib/format';
import { useSearchState } from '../../lib/search-state';
import { AdminLayout } from '../../resources/admin/admin-layout';
import { accountsQuery } from '../../resources/admin/admin-queries';
import { Badge } from '../../ui/badge';
import { EmptyState } from '../../ui/empty-state';
import { type InteractiveColumn, InteractiveTable } from '../../ui/interactive-table';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { SearchBar } from './search-bar';
import { UserDialog } from './user-dialog';

const nameOf = ({ firstName, lastName }: Account) => `${firstName} ${lastName}`;

const accountColumns: readonly InteractiveColumn<Account>[] = [
  {
    head: 'Email',
    cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
    value: ({ email }) => email,
    isPersonal: true,
  },
  {
    head: 'Roles',
    cell: ({ roles }) => roles.join(', '),
    value: ({ roles }) => roles.join(', '),
  },
  {
    head: 'Joined',
    cell: ({ createdAt }) => formatMonthAndYear(createdAt, viewerZone()),
    value: ({ createdAt }) => createdAt,
  },
  {
    head: 'Status',
    cell: ({ suspension }) =>
      suspension ? <Badge tone="bad">Suspended</Badge> : <Badge tone="good">Active</Badge>,
    value: ({ suspension }) => (suspension ? 'Suspended' : 'Active'),
  },
];

export function UsersPage() {
  const [searchParams, updateSearch] = useSearchState();
  const accountPages = useInfiniteQuery({
    ...accountsQuery(searchParams),
    placeholderData: keepPreviousData,
  });
  const [openAccount, setOpenAccount] = useState<Account | null>(null);
  return (
    <AdminLayout title="Users" lead="Find accounts, change roles, and suspend users.">
      <SearchBar
        label="Find a user"
        hint="Enter a full email address or the beginning of a username, first name, or last name"
        switchFilter={{ name: 'suspended', label: 'Suspended only' }}
        searchParams={searchParams}
        onChange={updateSearch}
      />
      <QueryPanel query={accountPages} label="users">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No users found">
              Try a full email address or the beginning of a name.
            </EmptyState>
          ) : (
            <InteractiveTable
              label="Users"
              rows={items}
              rowKey={({ id }) => id}
              rowName={nameOf}
              fileName="courtly-users"
              hasMore={accountPages.hasNextPage}
              columns={[
                {
                  head: 'Name',
                  cell: (listedAccount) => (
                    <UserNameButton
                      account={listedAccount}
                      onOpen={() => setOpenAccount(listedAccount)}
                    />
                  ),
                  value: nameOf,
                  isPersonal: true,
                },
                ...accountColumns,
              ]}
            />
          )
        }
      </QueryPanel>
      <LoadMore query={accountPages} itemLabel="users" />
      {openAccount && <UserDialog userId={openAccount.id} onClose={() => setOpenAccount(null)} />}
    </AdminLayout>
  );
}

function UserNameButton({ account, onOpen }: { account: Account; onOpen: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="cursor-pointer text-left font-display text-xl wrap-anywhere hover:underline"
    >
      <bdi>{nameOf(account)}</bdi> <span className="text-base text-quiet">{account.username}</span>
    </button>
  );
}
