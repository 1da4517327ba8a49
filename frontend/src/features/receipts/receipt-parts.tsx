import type { Receipt, ReceiptMovement } from '@courtly/contracts/receipts';
import type { PaidCard } from '@courtly/contracts/bookings';
import type { ReactNode } from 'react';
import { type Place, formatLongDate, formatMediumDate, formatMoney } from '../../lib/format';
import { cardLabel } from '../../resources/payment/card-label';
import { refundArrivalLabel } from '../../resources/payment/payment-note';
import { Button } from '../../ui/button';

const movementLabels: Record<ReceiptMovement['what'], string> = {
  paid: 'Charged',
  refunded: 'Refunded',
  refund_failed: 'Failed refund',
  dispute_open: "Disputed, and your bank hasn't decided yet",
  disputed: 'Returned by your bank after a dispute',
  dispute_won: 'Charged again after the dispute',
  paid_otherwise: 'Paid another way',
  refunded_otherwise: 'Refunded another way',
};

const movementLabel = (
  { what, at }: ReceiptMovement,
  place: Place,
  card: PaidCard | null,
): string =>
  `${movementLabels[what]}${what === 'paid' && card ? ` to ${cardLabel(card)}` : ''}, ${formatMediumDate(at, place)}`;

/** The days on which a refund arrives, unless the bank has returned it. */
const movementHint = (
  { what, amount, at }: ReceiptMovement,
  place: Place,
  movements: readonly ReceiptMovement[],
): string | undefined => {
  const isReturned = movements.some(
    (other) => other.what === 'refund_failed' && other.amount === amount && other.at >= at,
  );
  return what === 'refunded' && !isReturned
    ? `On your card ${refundArrivalLabel(at, place)}`
    : undefined;
};

type AnyReceipt = Pick<
  Receipt,
  'receiptNumber' | 'issuedAt' | 'seller' | 'card' | 'moved' | 'netAmount'
>;

type ReceiptSheetProps = {
  receipt: AnyReceipt;
  /** The time zone of its dates. */
  place: Place;
  /** What was sold, and to whom. */
  facts: ReactNode;
  priceLines: ReactNode;
  /** Lines that are shown below the total. */
  netLines?: ReactNode;
  footnote: ReactNode;
  /** A button next to Print. */
  action?: ReactNode;
};

/** A receipt of a booking or a membership: the sale, its price, and each charge and refund. */
export function ReceiptSheet({
  receipt,
  place,
  facts,
  priceLines,
  netLines,
  footnote,
  action,
}: ReceiptSheetProps) {
  const { receiptNumber, issuedAt, seller, card, moved: movements, netAmount } = receipt;
  return (
    <>
      <dl className="mb-8 grid gap-x-8 gap-y-5 sm:grid-cols-2 print:grid-cols-2">
        <ReceiptFact label="Receipt">
          <span className="figures">{receiptNumber}</span>
          <br />
          {formatLongDate(issuedAt, place)}
        </ReceiptFact>
        <ReceiptFact label="Sold by">
          {seller.split(/\n/).map((sellerLine) => (
            <span key={sellerLine} className="block">
              {sellerLine}
            </span>
          ))}
        </ReceiptFact>
        {facts}
      </dl>
      <dl className="border-t border-brass-line">
        {priceLines}
        {movements.map((movement) => (
          <ReceiptLine
            key={`${movement.what} ${movement.at} ${movement.amount}`}
            label={movementLabel(movement, place, card)}
            hint={movementHint(movement, place, movements)}
            amount={movement.amount}
          />
        ))}
        <ReceiptLine label="You paid" amount={netAmount} strong />
        {netLines}
      </dl>
      <p className="mt-6 text-sm wrap-anywhere text-quiet">{footnote}</p>
      <div className="mt-6 flex flex-wrap gap-3 print:hidden">
        <Button variant="outline" onClick={() => print()}>
          Print
        </Button>
        {action}
      </div>
    </>
  );
}

export function ReceiptFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <dt className="eyebrow mb-1">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function ReceiptLine({
  label,
  hint,
  amount,
  strong = false,
}: {
  label: string;
  hint?: string | undefined;
  amount: string;
  strong?: boolean;
}) {
  return (
    <div
      className={`flex justify-between gap-6 border-b border-rule py-2.5 ${strong ? 'font-semibold' : ''}`}
    >
      <dt>
        {label}
        {hint && <span className="block text-small text-quiet">{hint}</span>}
      </dt>
      <dd className="figures">{formatMoney(amount)}</dd>
    </div>
  );
}
