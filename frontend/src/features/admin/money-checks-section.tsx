import type { MoneyChecks } from '@courtly/contracts/money-checks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { moneyChecksQuery } from '../../resources/admin/admin-queries';
import { useAdminAction } from '../../resources/admin/use-admin-action';
import { Button } from '../../ui/button';
import { QueryPanel } from '../../ui/query-panel';
import { AdminActionDialog } from './admin-action-dialog';
import { instantLabel } from './case-details';
import { Section } from '../../ui/heading';

/** The texts are those of the command line, whose instants are in UTC. */
const readable = (text: string): string =>
  text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (instant) => instantLabel(instant));

type Finding = NonNullable<MoneyChecks['lastCheck']>['open'][number];

/** The nightly check of the log for consistency and against Stripe. */
export function MoneyChecksSection() {
  const checks = useQuery(moneyChecksQuery);
  return (
    <Section title="Nightly check">
      <QueryPanel query={checks} label="the nightly check">
        {(moneyChecks) => <CheckResult checks={moneyChecks} />}
      </QueryPanel>
    </Section>
  );
}

const summaryOf = ({ lastCheck, isLate, nextAt }: MoneyChecks): string =>
  [
    lastCheck ? `Last run: ${instantLabel(lastCheck.checkedAt)}.` : 'No check has run yet.',
    lastCheck?.open.length === 0 && 'No differences.',
    isLate && 'The check is overdue. The workers may be down.',
    nextAt ? `Next run: ${instantLabel(nextAt)}.` : 'The next run is due now.',
  ]
    .filter(Boolean)
    .join(' ');

function CheckResult({ checks }: { checks: MoneyChecks }) {
  const { lastCheck, acknowledged } = checks;
  return (
    <div className="grid gap-5 border-y border-rule py-5 wrap-anywhere">
      <p className="text-quiet">{summaryOf(checks)}</p>
      <CheckNow />
      {lastCheck && lastCheck.open.length > 0 && (
        <ul aria-label="Open findings" className="grid gap-5">
          {lastCheck.open.map((finding) => (
            <FindingRow key={finding.findingId} finding={finding} />
          ))}
        </ul>
      )}
      {lastCheck && lastCheck.waiting.length > 0 && (
        <details>
          <summary className="cursor-pointer py-2">
            Delayed for a known reason: {lastCheck.waiting.length}
          </summary>
          <ul className="mt-3 grid gap-2">
            {lastCheck.waiting.map(({ subject, text }) => (
              <li key={`${subject} ${text}`}>
                <span className="figures block text-quiet">{subject}</span>
                {readable(text)}
              </li>
            ))}
          </ul>
        </details>
      )}
      {acknowledged.length > 0 && (
        <details>
          <summary className="cursor-pointer py-2">Acknowledged: {acknowledged.length}</summary>
          <ul className="mt-3 grid gap-3">
            {acknowledged.map(({ findingId, subject, text, reason, at }) => (
              <li key={findingId}>
                <span className="figures block text-quiet">{subject}</span>
                {readable(text)}
                <span dir="auto" className="block text-quiet">
                  {instantLabel(at)}: {reason}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Findings that the command line prints can be acknowledged after a check. */
function CheckNow() {
  const checkAction = useAdminAction(
    () => call('POST /api/admin/money/checks', {}),
    'The check has started',
  );
  return (
    <div>
      <Button
        size="sm"
        variant="outline"
        busy={checkAction.isPending}
        onClick={() => checkAction.mutate(undefined)}
      >
        Check Now
      </Button>
    </div>
  );
}

function FindingRow({ finding }: { finding: Finding }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const { findingId, subject, text, canAcknowledge } = finding;
  return (
    <li className="grid gap-2">
      <p>
        <span className="figures block text-quiet">{subject}</span>
        {readable(text)}
      </p>
      {canAcknowledge && (
        <div>
          <Button size="sm" variant="outline" onClick={() => setIsDialogOpen(true)}>
            Acknowledge
          </Button>
        </div>
      )}
      {isDialogOpen && (
        <AdminActionDialog
          title="Acknowledge this finding?"
          description={readable(text)}
          button="Acknowledge"
          isDanger={false}
          mutationFn={(reason) =>
            call('POST /api/admin/money/checks/:findingId/acknowledgements', {
              params: { findingId },
              body: { reason },
            })
          }
          successMessage="Finding acknowledged"
          onClose={() => setIsDialogOpen(false)}
        />
      )}
    </li>
  );
}
