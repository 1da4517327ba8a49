import { formatAmount } from '@courtly/contracts/amount';
import type { AdminMembership } from '@courtly/contracts/admin-memberships';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { formatMediumDate, viewerZone } from '../../lib/format';
import { adminMembershipQuery } from '../../resources/admin/admin-queries';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { QueryPanel } from '../../ui/query-panel';
import { AdminActionDialog } from './admin-action-dialog';
import { AmountField, amountIn } from './amount-field';
import { Heading } from '../../ui/heading';

type Payment = AdminMembership['payments'][number];
type PendingAction = Readonly<{ kind: 'refund'; payment: Payment } | { kind: 'end' | 'return' }>;

const dayLabel = (instant: string) => formatMediumDate(instant, viewerZone());

const planLabels = { founding: 'Founding year', monthly: 'Month' } as const;

const stateSentence = ({ state, until, accessUntil }: AdminMembership): string => {
  switch (state) {
    case 'active':
      return `Paid until ${dayLabel(until!)}.`;
    case 'grace':
      return `The renewal isn't paid. Access ends on ${dayLabel(accessUntil!)}.`;
    case 'cancelled':
      return `Canceled. Access ends on ${dayLabel(accessUntil!)}.`;
    case 'lapsed':
      return `Ended on ${dayLabel(accessUntil!)}.`;
    case 'none':
      return 'Not a member yet.';
  }
};

const reversalSentence = ({ kind, amount, isFinal }: Payment['reversals'][number]): string => {
  const money = formatAmount(amount);
  if (Number(amount.amount) === 0)
    return kind === 'refund' ? 'A refund failed.' : 'Courtly won a dispute.';
  if (kind === 'outside') return `${money} refunded outside Stripe.`;
  if (kind === 'refund') return isFinal ? `${money} refunded.` : `${money} refund on its way.`;
  return isFinal ? `${money} lost to a dispute.` : `${money} disputed.`;
};

const periodLabel = ({ from, until }: Payment): string =>
  from === null || until === null
    ? "Wrong amount; didn't start a membership"
    : `${dayLabel(from)} to ${dayLabel(until)}`;

/** The membership of an account, its payments, and the actions that an admin can take. */
export function UserMembership({ userId }: { userId: string }) {
  const membership = useQuery(adminMembershipQuery(userId));
  const [pendingAction, setPendingAction] = useState<PendingAction | null>(null);
  const closeDialog = () => setPendingAction(null);
  return (
    <section>
      <Heading level={3}>Membership</Heading>
      <QueryPanel query={membership} label="the membership">
        {(shownMembership) => (
          <>
            <MembershipDetails membership={shownMembership} onSelectAction={setPendingAction} />
            {pendingAction?.kind === 'refund' && (
              <RefundPaymentDialog
                userId={userId}
                payment={pendingAction.payment}
                onClose={closeDialog}
              />
            )}
            {pendingAction?.kind === 'end' && (
              <EndMembershipDialog
                userId={userId}
                founderNumber={shownMembership.founderNumber}
                onClose={closeDialog}
              />
            )}
            {pendingAction?.kind === 'return' && (
              <ReturnPaymentDialog userId={userId} onClose={closeDialog} />
            )}
          </>
        )}
      </QueryPanel>
    </section>
  );
}

function MembershipDetails({
  membership,
  onSelectAction,
}: {
  membership: AdminMembership;
  onSelectAction: (action: PendingAction) => void;
}) {
  const { founderNumber, payments, mismatch, canEnd } = membership;
  return (
    <div className="mt-3 grid gap-4">
      <p>
        {founderNumber !== null && `Founding member No. ${founderNumber}. `}
        {stateSentence(membership)}
      </p>
      {mismatch && (
        <div className="grid justify-items-start gap-3">
          <p className="text-bad">
            {mismatch.isReturning
              ? `Payment ${mismatch.intentId} is being returned.`
              : `Payment ${mismatch.intentId} doesn't match the ${formatAmount(mismatch.expected)} that we requested.`}
          </p>
          {!mismatch.isReturning && (
            <Button size="sm" variant="outline" onClick={() => onSelectAction({ kind: 'return' })}>
              Return Payment
            </Button>
          )}
        </div>
      )}
      {payments.length > 0 && (
        <ul className="grid gap-4">
          {payments.map((payment) => (
            <li
              key={payment.paidBy}
              className="grid justify-items-start gap-1 border-t border-rule pt-4"
            >
              <p>
                {planLabels[payment.plan]}, {formatAmount(payment.amount)}
              </p>
              <p className="text-quiet">{periodLabel(payment)}</p>
              {payment.reversals.map((reversal) => (
                <p key={reversal.id}>{reversalSentence(reversal)}</p>
              ))}
              {Number(payment.ordered.amount) > 0 && (
                <p>A refund of {formatAmount(payment.ordered)} has been ordered.</p>
              )}
              {Number(payment.refundable.amount) > 0 && (
                <Button
                  size="sm"
                  variant="outline"
                  className="mt-2"
                  aria-label={`Refund the payment of ${payment.from === null ? formatAmount(payment.amount) : dayLabel(payment.from)}`}
                  onClick={() => onSelectAction({ kind: 'refund', payment })}
                >
                  Refund
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {canEnd && (
        <Button
          size="sm"
          variant="danger"
          className="justify-self-start"
          onClick={() => onSelectAction({ kind: 'end' })}
        >
          End Membership
        </Button>
      )}
    </div>
  );
}

type DialogProps = { userId: string; onClose: () => void };

export function RefundPaymentDialog({
  userId,
  payment,
  onClose,
}: DialogProps & { payment: Pick<Payment, 'paidBy' | 'refundable'> }) {
  const { paidBy, refundable } = payment;
  const [amount, setAmount] = useState(refundable.amount);
  return (
    <AdminActionDialog
      title="Refund this membership payment?"
      description="A full refund ends the membership time that it paid for. The member gets an email."
      button="Refund"
      mutationFn={(reason, keyOf) => {
        const body = { paidBy, amount: amountIn(amount, refundable.currency), reason };
        return call('POST /api/admin/users/:userId/membership-refunds', {
          params: { userId },
          body,
          key: keyOf({ userId, ...body }),
        });
      }}
      successMessage="The refund is on its way"
      onClose={onClose}
    >
      <AmountField
        currency={refundable.currency}
        hint={`You can refund up to ${formatAmount(refundable)}.`}
        value={amount}
        onChange={setAmount}
      />
    </AdminActionDialog>
  );
}

function EndMembershipDialog({
  userId,
  founderNumber,
  onClose,
}: DialogProps & { founderNumber: number | null }) {
  const [freesSeat, setFreesSeat] = useState(false);
  return (
    <AdminActionDialog
      title="End this membership?"
      description="It ends now, without a refund, and the card isn't charged again. Bookings remain valid. The member gets an email."
      button="End Membership"
      mutationFn={(reason) =>
        call('POST /api/admin/users/:userId/membership-ends', {
          params: { userId },
          body: { reason, freesSeat },
        })
      }
      successMessage="Membership ended"
      onClose={onClose}
    >
      {founderNumber !== null && (
        <Checkbox
          label={`Sell founding seat ${founderNumber} again`}
          checked={freesSeat}
          onChange={({ target }) => setFreesSeat(target.checked)}
        />
      )}
    </AdminActionDialog>
  );
}

export function ReturnPaymentDialog({ userId, onClose }: DialogProps) {
  return (
    <AdminActionDialog
      title="Return this payment?"
      description="The payment is canceled or refunded in full, and its founding seat is released. The person gets an email and can buy again."
      button="Return Payment"
      isDanger={false}
      mutationFn={(reason) =>
        call('POST /api/admin/users/:userId/membership-returns', {
          params: { userId },
          body: { reason },
        })
      }
      successMessage="The payment is on its way back"
      onClose={onClose}
    />
  );
}
