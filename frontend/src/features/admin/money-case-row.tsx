import type { MoneyCase } from '@courtly/contracts/money-desk';
import { useState } from 'react';
import { call } from '../../lib/api';
import { formatShortDate, formatTime, viewerZone } from '../../lib/format';
import { codeLabel, moneyCaseTitle, outcomeLabel } from '../../resources/admin/money-labels';
import { timelineLink } from '../../resources/audit/timeline-link';
import { Button, LinkButton } from '../../ui/button';
import { AdminActionDialog } from './admin-action-dialog';
import { EvidenceDialog } from './evidence-dialog';

type CaseAction = 'evidence' | 'close';

const instantLabel = (instant: string, timeZone = viewerZone()) =>
  `${formatShortDate(instant, timeZone)}, ${formatTime(instant, timeZone)}`;

export function MoneyCaseRow({ moneyCase }: { moneyCase: MoneyCase }) {
  const [pendingAction, setPendingAction] = useState<CaseAction | null>(null);
  const closeDialog = () => setPendingAction(null);
  const { section, status, booking } = moneyCase;
  return (
    <li className="grid gap-3 border-b border-rule py-5 wrap-anywhere">
      <h3 className="font-display text-xl">{moneyCaseTitle(moneyCase)}</h3>
      <CaseSubject moneyCase={moneyCase} />
      <CaseFacts moneyCase={moneyCase} />
      <div className="flex flex-wrap gap-3">
        {section === 'disputes' && (
          <Button size="sm" variant="outline" onClick={() => setPendingAction('evidence')}>
            Evidence
          </Button>
        )}
        {section === 'mismatches' && status === 'open' && (
          <Button size="sm" variant="outline" onClick={() => setPendingAction('close')}>
            Mark as Done
          </Button>
        )}
        {booking && (
          <LinkButton size="sm" variant="quiet" to={timelineLink('booking', booking.id)}>
            Timeline
          </LinkButton>
        )}
      </div>
      {pendingAction === 'evidence' && (
        <EvidenceDialog moneyCase={moneyCase} onClose={closeDialog} />
      )}
      {pendingAction === 'close' && <CloseCaseDialog moneyCase={moneyCase} onClose={closeDialog} />}
    </li>
  );
}

function CaseSubject({ moneyCase: { booking, member } }: { moneyCase: MoneyCase }) {
  if (!booking)
    return (
      <p>
        Membership of <bdi>{member?.name}</bdi>
      </p>
    );
  const { court, player, host, startTime, zone } = booking;
  return (
    <p>
      <bdi>{court.name}</bdi>, {instantLabel(startTime, zone)}
      <span className="block text-quiet">
        Player <bdi>{player.name}</bdi>, host <bdi>{host.name}</bdi>
      </span>
    </p>
  );
}

function CaseFacts({ moneyCase }: { moneyCase: MoneyCase }) {
  const { status, code, attempts, tryAgainAt, respondBy, stripeId, openedAt, changedAt, closing } =
    moneyCase;
  const facts: readonly (readonly [label: string, value: string] | false | null)[] = [
    status === 'done' && ['Outcome', outcomeLabel(moneyCase)],
    closing && ['By', closing.by.name],
    closing && ['Reason', closing.reason],
    code !== null && ['Cause', codeLabel(code)],
    attempts > 1 && ['Attempts', String(attempts)],
    tryAgainAt !== null && ['Next attempt', instantLabel(tryAgainAt)],
    respondBy !== null && ['Respond by', instantLabel(respondBy)],
    ['In Stripe', stripeId],
    ['Since', instantLabel(openedAt)],
    status === 'done' && ['Done', instantLabel(changedAt)],
  ];
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-6 gap-y-1 text-[0.9375rem]">
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-quiet">{fact[0]}</dt>
              <dd dir="auto" className="figures">
                {fact[1]}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

function CloseCaseDialog({ moneyCase, onClose }: { moneyCase: MoneyCase; onClose: () => void }) {
  const caseId = moneyCase.id;
  return (
    <AdminActionDialog
      title="Mark this case as done?"
      description={`First cancel or refund ${moneyCase.stripeId} in Stripe. Courtly won't process this payment.`}
      button="Mark as Done"
      isDanger={false}
      mutationFn={(reason) =>
        call('POST /api/admin/money/cases/:caseId/closure', {
          params: { caseId },
          body: { reason },
        })
      }
      successMessage="Case marked as done"
      onClose={onClose}
    />
  );
}
