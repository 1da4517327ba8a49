import type { MembershipReceipt } from '@courtly/contracts/receipts';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../config/paths';
import { formatMediumDate } from '../../lib/format';
import {
  membershipReceiptsQuery,
  periodLabels,
} from '../../resources/membership/membership-queries';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';
import {
  MovementLines,
  PrintButton,
  ReceiptFact,
  ReceiptFacts,
  ReceiptHead,
  ReceiptLine,
} from './receipt-parts';

/** Memberships have no court, so no zone. */
const ZONE = 'UTC';

export function MembershipReceiptPanel({ receiptNumber }: { receiptNumber: string }) {
  return (
    <QueryPanel query={useQuery(membershipReceiptsQuery)} label="the receipt">
      {(receipts) => {
        const receipt = receipts.find((other) => other.receiptNumber === receiptNumber);
        return receipt ? (
          <ReceiptLines receipt={receipt} />
        ) : (
          <EmptyState
            title="There is no such receipt"
            action={<LinkButton to={paths.elite}>Your membership</LinkButton>}
          >
            Your membership page lists all of your receipts.
          </EmptyState>
        );
      }}
    </QueryPanel>
  );
}

function ReceiptLines({ receipt }: { receipt: MembershipReceipt }) {
  const { receiptNumber, issuedAt, seller, member, period, plan, card, moved } = receipt;
  return (
    <>
      <ReceiptFacts>
        <ReceiptHead
          receiptNumber={receiptNumber}
          issuedAt={issuedAt}
          seller={seller}
          zone={ZONE}
        />
        <ReceiptFact label="Membership">
          <span className="block font-display text-xl">Courtly Elite</span>
          <span className="block text-quiet">
            {formatMediumDate(period.from, ZONE)} to {formatMediumDate(period.until, ZONE)}
          </span>
        </ReceiptFact>
        <ReceiptFact label="Member">
          <span dir="auto">{member}</span>
        </ReceiptFact>
      </ReceiptFacts>
      <dl className="border-t border-brass-line">
        <ReceiptLine label={periodLabels[plan]} amount={receipt.amount} />
        <ReceiptLine label="Total" amount={receipt.amount} strong />
        <MovementLines movements={moved} card={card} zone={ZONE} />
        <ReceiptLine label="You paid" amount={receipt.netAmount} strong />
      </dl>
      <p className="mt-6 text-sm text-quiet">All amounts are in US dollars, and dates in UTC.</p>
      <PrintButton />
    </>
  );
}
