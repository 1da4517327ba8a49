import type { PolicyChange } from '@courtly/contracts/policies';
import { DataTable } from '../../ui/data-table';
import { formatPolicyValue, policyLabel } from './policy-labels';

type PolicyChangesTableProps = { label: string; changes: readonly PolicyChange[] };

/** The difference of two versions of the policy, value by value. */
export function PolicyChangesTable({ label, changes }: PolicyChangesTableProps) {
  return (
    <DataTable
      label={label}
      rows={changes}
      rowKey={({ name }) => name}
      columns={[
        { head: 'Value', cell: ({ name }) => policyLabel(name) },
        {
          head: 'Before',
          cell: ({ name, before }) => formatPolicyValue(name, before),
          numeric: true,
        },
        {
          head: 'After',
          cell: ({ name, after }) => formatPolicyValue(name, after),
          numeric: true,
          strong: true,
        },
      ]}
    />
  );
}
