import type { PolicyVersion } from '@courtly/contracts/policies';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { useSearchState } from '../../lib/search-state';
import { AdminLayout } from '../../resources/admin/admin-layout';
import { policiesQuery } from '../../resources/admin/admin-queries';
import { instantLabel } from '../../resources/audit/audit-labels';
import { timelineLink } from '../../resources/audit/timeline-link';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { AdminActionDialog } from './admin-action-dialog';
import { PolicyChangesTable } from './policy-changes-table';
import { PolicyEditor } from './policy-editor';
import { isAssumed, policyGroups, policyLabel, formatPolicyValue } from './policy-labels';
import { utcLabel } from './utc-label';
import { TextLink } from '../../ui/text-link';
import { Heading } from '../../ui/heading';

export function PoliciesPage() {
  const policyPages = useInfiniteQuery(policiesQuery);
  const [searchParams, updateSearch] = useSearchState();
  const isEditing = searchParams.has('draft');
  return (
    <AdminLayout
      title="Policies"
      lead="The rules for prices, bookings, and limits. A change never affects existing bookings."
    >
      {isEditing ? (
        <PolicyEditor onDone={() => updateSearch({ draft: '' })} />
      ) : (
        <Button className="mb-8" onClick={() => updateSearch({ draft: 'new' })}>
          Change Policy
        </Button>
      )}
      <QueryPanel query={policyPages} label="policies">
        {({ items: versions }) =>
          versions.length > 0 ? (
            <>
              {!isEditing && <CurrentPolicy versions={versions} />}
              <VersionList versions={versions} />
            </>
          ) : (
            <EmptyState title="No policy yet">No policy has taken effect yet.</EmptyState>
          )
        }
      </QueryPanel>
      <LoadMore query={policyPages} itemLabel="versions" />
      <p className="mt-8">
        <TextLink to={timelineLink('policy', 'club')}>View policies in the audit log</TextLink>
      </p>
    </AdminLayout>
  );
}

function CurrentPolicy({ versions }: { versions: readonly PolicyVersion[] }) {
  const version = versions.find(({ status }) => status === 'inForce');
  if (!version) return null;
  const { policyId, isRunHere, values } = version;
  return (
    <section aria-labelledby="in-force">
      <Heading level={2} id="in-force" className="wrap-anywhere">
        Current policy: {policyId}
      </Heading>
      <VersionSummary version={version} />
      {!isRunHere && (
        <p role="note" className="mt-3 max-w-prose text-bad">
          The server that responded to this request hasn't read this policy yet. If that lasts
          longer than a minute, it has lost its connection to the log.
        </p>
      )}
      <div className="mt-6 grid gap-x-12 gap-y-8 lg:grid-cols-2">
        {policyGroups(values).map(([groupTitle, valueNames]) => (
          <section key={groupTitle}>
            <Heading level={3} className="mb-2">
              {groupTitle}
            </Heading>
            <dl className="border-t border-rule">
              {valueNames.map((valueName) => (
                <div
                  key={valueName}
                  className="grid grid-cols-[1fr_auto] gap-x-6 border-b border-rule py-2.5"
                >
                  <dt className="text-quiet">{policyLabel(valueName)}</dt>
                  <dd className="figures flex flex-col items-end gap-x-3 gap-y-1 sm:flex-row-reverse sm:items-start">
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

function VersionSummary({ version }: { version: PolicyVersion }) {
  const { status, effectiveAt, changedBy, publishedBy, confirmedBy, reason } = version;
  return (
    <p className="mt-1 wrap-anywhere text-quiet">
      {status === 'scheduled' || status === 'withdrawn'
        ? `From ${utcLabel(effectiveAt)}`
        : `Since ${instantLabel(effectiveAt)}`}
      {(publishedBy ?? changedBy) && (
        <>
          , by <bdi>{publishedBy?.name ?? changedBy}</bdi>
        </>
      )}
      {confirmedBy && (
        <>
          , confirmed by <bdi>{confirmedBy.name}</bdi>
        </>
      )}
      {reason && <span dir="auto" className="block">{`“${reason}”`}</span>}
    </p>
  );
}

const statusBadges = {
  scheduled: ['pending', 'Scheduled'],
  inForce: ['good', 'Current'],
  withdrawn: ['neutral', 'Withdrawn'],
} as const;

function VersionList({ versions }: { versions: readonly PolicyVersion[] }) {
  const [withdrawn, setWithdrawn] = useState<PolicyVersion | null>(null);
  return (
    <section aria-labelledby="versions" className="mt-12">
      <Heading level={2} id="versions" className="mb-4">
        Versions
      </Heading>
      <ul aria-label="Versions" className="border-t border-rule">
        {versions.map((version) => (
          <VersionRow
            key={`${version.policyId} ${version.effectiveAt}`}
            version={version}
            onWithdraw={() => setWithdrawn(version)}
          />
        ))}
      </ul>
      {withdrawn && (
        <WithdrawDialog policyId={withdrawn.policyId} onClose={() => setWithdrawn(null)} />
      )}
    </section>
  );
}

type VersionRowProps = { version: PolicyVersion; onWithdraw: () => void };

function VersionRow({ version, onWithdraw }: VersionRowProps) {
  const { policyId, status, withdrawal } = version;
  return (
    <li className="border-b border-rule py-5">
      <Heading level={3} className="flex flex-wrap gap-3 wrap-anywhere">
        {policyId}
        {status !== 'replaced' && (
          <Badge tone={statusBadges[status][0]}>{statusBadges[status][1]}</Badge>
        )}
      </Heading>
      <VersionSummary version={version} />
      {withdrawal && (
        <p className="mt-1 wrap-anywhere text-quiet">
          Withdrawn by <bdi>{withdrawal.by.name}</bdi>
          <span dir="auto" className="block">{`“${withdrawal.reason}”`}</span>
        </p>
      )}
      <VersionChanges version={version} />
      {status === 'scheduled' && (
        <Button className="mt-4" size="sm" variant="outline" onClick={onWithdraw}>
          Withdraw
        </Button>
      )}
    </li>
  );
}

function VersionChanges({ version: { policyId, changes } }: { version: PolicyVersion }) {
  if (changes === null) return <p className="mt-3">First version on record.</p>;
  if (changes.length === 0) return <p className="mt-3">No values changed.</p>;
  return (
    <div className="mt-3 max-w-3xl">
      <PolicyChangesTable label={`Changes in ${policyId}`} changes={changes} />
    </div>
  );
}

function WithdrawDialog({ policyId, onClose }: { policyId: string; onClose: () => void }) {
  return (
    <AdminActionDialog
      title={`Withdraw the policy ${policyId}?`}
      description="It won't take effect, and the current policy stays in force."
      button="Withdraw"
      mutationFn={(reason) =>
        call('POST /api/admin/policies/:policyId/withdrawals', {
          params: { policyId },
          body: { reason },
        })
      }
      successMessage="Policy withdrawn"
      onClose={onClose}
    />
  );
}
