import { formatAmount } from '@courtly/contracts/amount';
import type { MoneyCase, MoneyProblem } from '@courtly/contracts/money-desk';
import { useState } from 'react';
import { paths } from '../../config/paths';
import { call } from '../../lib/api';
import {
  codeLabel,
  moneyCaseTitle,
  nextStepText,
  outcomeLabel,
} from '../../resources/admin/money-labels';
import { timelineLink } from '../../resources/audit/timeline-link';
import { Button, LinkButton } from '../../ui/button';
import { AdjustPayoutDialog } from './adjust-payout-dialog';
import { AdminActionDialog } from './admin-action-dialog';
import { CancelBookingDialog, RefundDialog } from './booking-actions';
import { BookedHour, FactList, instantLabel } from './case-details';
import { EvidenceDialog } from './evidence-dialog';
import { RetryDialog, type RetryTarget, SettleDialog } from './payment-case-dialogs';
import { HoldPayoutDialog } from './payout-hold-dialogs';
import { RefundPaymentDialog, ReturnPaymentDialog } from './user-membership';
import { Heading } from '../../ui/heading';

type CaseAction =
  | 'retry'
  | 'settle'
  | 'return'
  | 'refund'
  | 'cancel'
  | 'adjust'
  | 'hold'
  | 'evidence'
  | 'close';

const actionLabels: Record<CaseAction, string> = {
  retry: 'Retry Now',
  settle: 'Settle Another Way',
  return: 'Return Payment',
  refund: 'Refund',
  cancel: 'Cancel Booking',
  adjust: 'Adjust Payout',
  hold: 'Hold Payout',
  evidence: 'Evidence',
  close: 'Mark as Done',
};

/** What an admin can do about an open problem. Stripe or a bank resolves the others. */
const openActions: Record<MoneyProblem, readonly CaseAction[]> = {
  charge_refused: ['retry', 'settle', 'close'],
  release_refused: ['retry', 'settle', 'close'],
  refund_refused: ['retry', 'settle', 'close'],
  refund_failed: ['retry', 'settle', 'close'],
  cancellation_refused: ['retry', 'close'],
  overdue: ['settle', 'close'],
  return_due: ['settle', 'close'],
  transfer_refused: ['retry', 'adjust', 'hold', 'close'],
  reversal_refused: ['retry', 'adjust', 'close'],
  host_debt: ['adjust', 'close'],
  account_stopped: ['close'],
  account_missing: ['close'],
  bank_return: ['close'],
  dispute: ['evidence', 'hold'],
  inquiry: ['evidence', 'hold'],
  fraud_warning: ['refund', 'hold', 'close'],
  authorization_fraud_warning: ['cancel', 'close'],
  payment_mismatch: ['close'],
  membership_mismatch: ['return', 'refund'],
  dashboard_refund: ['adjust', 'close'],
};

const caseActions = (moneyCase: MoneyCase): readonly CaseAction[] => {
  const { status, problem, canHoldPayout, settlements, wrongPayment } = moneyCase;
  if (status === 'open')
    return openActions[problem].filter((action) => {
      if (action === 'hold') return canHoldPayout;
      if (problem === 'membership_mismatch')
        return wrongPayment === (action === 'return' ? 'returnable' : 'refundable');
      return action !== 'settle' || settlements.length > 0;
    });
  return openActions[problem].filter((action) => action === 'evidence');
};

export function MoneyCaseRow({ moneyCase }: { moneyCase: MoneyCase }) {
  const [pendingAction, setPendingAction] = useState<CaseAction | null>(null);
  const { booking, member, host } = moneyCase;
  const person = member ?? host;
  return (
    <li className="grid gap-3 border-b border-rule py-5 wrap-anywhere">
      <Heading level={3}>{moneyCaseTitle(moneyCase)}</Heading>
      {booking ? (
        <BookedHour booking={booking} />
      ) : (
        <p>
          {member ? 'Membership of' : 'Payout account of'} <bdi>{person?.name}</bdi>
        </p>
      )}
      <CaseFacts moneyCase={moneyCase} />
      <div className="flex flex-wrap gap-3">
        {caseActions(moneyCase).map((action) => (
          <Button key={action} size="sm" variant="outline" onClick={() => setPendingAction(action)}>
            {actionLabels[action]}
          </Button>
        ))}
        {booking && (
          <LinkButton size="sm" variant="quiet" to={timelineLink('booking', booking.id)}>
            Timeline
          </LinkButton>
        )}
        {person && (
          <LinkButton
            size="sm"
            variant="quiet"
            to={`${paths.adminPage('users')}?search=${encodeURIComponent(person.id)}`}
          >
            Open Account
          </LinkButton>
        )}
      </div>
      {pendingAction && (
        <CaseDialog
          action={pendingAction}
          moneyCase={moneyCase}
          onClose={() => setPendingAction(null)}
        />
      )}
    </li>
  );
}

const waitsForAdmin = ({ status, section, tryAgainAt }: MoneyCase) =>
  status === 'open' && section === 'payments' && tryAgainAt === null;

function CaseFacts({ moneyCase }: { moneyCase: MoneyCase }) {
  const { status, paid, waived, closing, code, attempts, tryAgainAt, respondBy } = moneyCase;
  const { stripeId, openedAt, changedAt, problem, amount } = moneyCase;
  const nextStep = nextStepText(moneyCase);
  return (
    <FactList
      facts={[
        status === 'done' && ['Outcome', outcomeLabel(moneyCase)],
        paid !== null && ['Paid another way', formatAmount(paid)],
        waived !== null && ['Waived', formatAmount(waived)],
        closing !== null && ['By', closing.by.name],
        closing !== null && ['Reason', closing.reason],
        Boolean(code) && ['Cause', codeLabel(code!)],
        attempts > 1 && ['Attempts', String(attempts)],
        tryAgainAt !== null && ['Next attempt', instantLabel(tryAgainAt)],
        problem === 'account_stopped' &&
          Number(amount.amount) > 0 && ['Waiting to be paid out', formatAmount(amount)],
        nextStep !== null && ['Next step', nextStep],
        waitsForAdmin(moneyCase) && ['Next attempt', 'None. It needs your action.'],
        respondBy !== null && ['Respond by', instantLabel(respondBy)],
        stripeId !== '' && ['In Stripe', stripeId],
        ['Since', instantLabel(openedAt)],
        status === 'done' && ['Done', instantLabel(changedAt)],
      ]}
    />
  );
}

const retryTargetOf = ({ member, booking, section, problem, stripeId }: MoneyCase): RetryTarget => {
  if (!member) return { bookingId: booking?.id ?? '', isPayout: section === 'payouts' };
  const userId = member.id;
  return problem === 'cancellation_refused' ? { userId, stripeId } : { userId, paidBy: stripeId };
};

type CaseDialogProps = { action: CaseAction; moneyCase: MoneyCase; onClose: () => void };

function CaseDialog({ action, moneyCase, onClose }: CaseDialogProps) {
  const { member } = moneyCase;
  const bookingId = moneyCase.booking?.id ?? '';
  switch (action) {
    case 'retry':
      return <RetryDialog target={retryTargetOf(moneyCase)} onClose={onClose} />;
    case 'settle':
      return <SettleDialog moneyCase={moneyCase} onClose={onClose} />;
    case 'return':
      return <ReturnPaymentDialog userId={member!.id} onClose={onClose} />;
    case 'refund':
      return member ? (
        <RefundPaymentDialog
          userId={member.id}
          payment={{ paidBy: moneyCase.stripeId, refundable: moneyCase.amount }}
          onClose={onClose}
        />
      ) : (
        <RefundDialog booking={moneyCase.booking!} onClose={onClose} />
      );
    case 'cancel':
      return <CancelBookingDialog booking={moneyCase.booking!} onClose={onClose} />;
    case 'adjust':
      return <AdjustPayoutDialog bookingId={bookingId} onClose={onClose} />;
    case 'hold':
      return <HoldPayoutDialog subject={{ bookingId }} onClose={onClose} />;
    case 'evidence':
      return <EvidenceDialog moneyCase={moneyCase} onClose={onClose} />;
    case 'close':
      return <CloseCaseDialog moneyCase={moneyCase} onClose={onClose} />;
  }
}

const closingAdvice = ({ section, problem, stripeId, host }: MoneyCase): string => {
  if (problem === 'account_missing')
    return 'The host gets a weekly reminder, and the case reopens with the next one.';
  if (host) return `The host was notified. Look up ${stripeId} in Stripe if they need help.`;
  if (problem === 'dashboard_refund')
    return 'Courtly bears this refund. It counts toward the refund of a cancellation, but not toward a refund ordered here.';
  if (problem === 'fraud_warning' || problem === 'authorization_fraud_warning')
    return 'Do this only if you trust the payment. The bank can still dispute it.';
  return section === 'mismatches'
    ? 'Courtly releases or refunds this payment automatically. You can mark it as done after that.'
    : 'You can do this once nothing more is due, for example after a lost dispute.';
};

function CloseCaseDialog({ moneyCase, onClose }: Omit<CaseDialogProps, 'action'>) {
  const caseId = moneyCase.id;
  return (
    <AdminActionDialog
      title="Mark this case as done?"
      description={closingAdvice(moneyCase)}
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
