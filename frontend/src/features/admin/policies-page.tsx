import type { PolicyVersion } from '@courtly/contracts/policies';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { AdminLayout } from '../../resources/admin/admin-layout';
import { policiesQuery } from '../../resources/admin/admin-queries';
import { instantLabel } from '../../resources/audit/audit-labels';
import { timelineLink } from '../../resources/audit/timeline-link';
import { Badge } from '../../ui/badge';
import { DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { isAssumed, policyGroups, policyLabel, formatPolicyValue } from './policy-labels';

export function PoliciesPage() {
  const policyPages = useInfiniteQuery(policiesQuery);
  return (
    <AdminLayout
      title="Policies"
      lead="The rules for prices, bookings, and limits. A change never affects existing bookings."
    >
      <QueryPanel query={policyPages} label="policies">
        {({ items: [currentPolicy, ...earlierVersions] }) =>
          currentPolicy ? (
            <>
              <CurrentPolicy version={currentPolicy} />
              <VersionList versions={[currentPolicy, ...earlierVersions]} />
            </>
          ) : (
            <EmptyState title="No policy yet">No policy has taken effect yet.</EmptyState>
          )
        }
      </QueryPanel>
      <LoadMore query={policyPages} itemLabel="versions" />
      <p className="mt-8">
        <Link className="underline" to={timelineLink('policy', 'club')}>
          View policies in the audit log
        </Link>
      </p>
    </AdminLayout>
  );
}

function CurrentPolicy({ version }: { version: PolicyVersion }) {
  const { policyId, isRunHere, values } = version;
  return (
    <section aria-labelledby="in-force">
      <h2 id="in-force" className="font-display text-2xl wrap-anywhere">
        Current policy: {policyId}
      </h2>
      <VersionSummary version={version} />
      {!isRunHere && (
        <p role="note" className="mt-3 max-w-prose text-bad">
          The server that answered this request uses a different policy. This is normal during a
          rolling deployment. If it persists, an old policy file was restored and needs a new ID to
          take effect again.
        </p>
      )}
      <div className="mt-6 grid gap-x-12 gap-y-8 lg:grid-cols-2">
        {policyGroups(values).map(([groupTitle, valueNames]) => (
          <section key={groupTitle}>
            <h3 className="mb-2 font-display text-xl">{groupTitle}</h3>
            <dl className="border-t border-rule">
              {valueNames.map((valueName) => (
                <div
                  key={valueName}
                  className="grid grid-cols-[1fr_auto] gap-x-6 border-b border-rule py-2.5"
                >
                  <dt className="text-quiet">{policyLabel(valueName)}</dt>
                  <dd className="figures flex flex-col items-end gap-x-3 gap-y-1 sm:flex-row">
                    {formatPolicyValue(valueName, values[valueName])}
                    {isAssumed(valueName, values[valueName]!) && <Badge>Our assumption</Badge>}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </section>
  );
}

function VersionSummary({
  version: { effectiveAt, changedBy, reason },
}: {
  version: PolicyVersion;
}) {
  return (
    <p className="mt-1 wrap-anywhere text-quiet">
      Since <time dateTime={effectiveAt}>{instantLabel(effectiveAt)}</time>
      {changedBy && (
        <>
          , by <bdi>{changedBy}</bdi>
        </>
      )}
      {reason && <span dir="auto" className="block">{`“${reason}”`}</span>}
    </p>
  );
}

function VersionList({ versions }: { versions: readonly PolicyVersion[] }) {
  return (
    <section aria-labelledby="versions" className="mt-12">
      <h2 id="versions" className="mb-4 font-display text-2xl">
        Versions
      </h2>
      <ul aria-label="Versions" className="border-t border-rule">
        {versions.map((policyVersion) => (
          <li
            key={`${policyVersion.policyId} ${policyVersion.effectiveAt}`}
            className="border-b border-rule py-5"
          >
            <h3 className="flex flex-wrap gap-3 font-display text-xl wrap-anywhere">
              {policyVersion.policyId}
              {policyVersion.isInForce && <Badge tone="good">Current</Badge>}
            </h3>
            <VersionSummary version={policyVersion} />
            <VersionChanges version={policyVersion} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function VersionChanges({ version: { policyId, changes } }: { version: PolicyVersion }) {
  if (changes === null) return <p className="mt-3">First version on record.</p>;
  if (changes.length === 0) return <p className="mt-3">No values changed.</p>;
  return (
    <div className="mt-3 max-w-3xl">
      <DataTable
        label={`Changes in ${policyId}`}
        rows={changes}
        rowKey={({ name }) => name}
        columns={[
          { head: 'Value', cell: ({ name }) => policyLabel(name) },
          {
            head: 'Before',
            cell: (policyChange) => formatPolicyValue(policyChange.name, policyChange.before),
            numeric: true,
          },
          {
            head: 'After',
            cell: (policyChange) => formatPolicyValue(policyChange.name, policyChange.after),
            numeric: true,
            strong: true,
          },
        ]}
      />
    </div>
  );
}
