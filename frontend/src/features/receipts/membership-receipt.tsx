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
import { ReceiptFact, ReceiptLine, ReceiptSheet } from './receipt-parts';

/** A membership has no court and thus no time zone. */
const ZONE = 'UTC';

export function MembershipReceiptPanel({ receiptNumber }: { receiptNumber: string }) {
  return (
    <QueryPanel query={useQuery(membershipReceiptsQuery)} label="the receipt">
      {(receipts) => {
        const receipt = receipts.find((other) => other.receiptNumber === receiptNumber);
        return receipt ? (
          <MembershipReceiptSheet receipt={receipt} />
        ) : (
          <EmptyState
            title="Receipt not found"
            action={<LinkButton to={paths.elite}>Your Membership</LinkButton>}
          >
            Your membership page lists all of your receipts.
          </EmptyState>
        );
      }}
    </QueryPanel>
  );
}

function MembershipReceiptSheet({ receipt }: { receipt: MembershipReceipt }) {
  const { member, period, plan, amount } = receipt;
  return (
    <ReceiptSheet
      receipt={receipt}
      place={ZONE}
      facts={
        <>
          <ReceiptFact label="Membership">
            <span className="block font-display text-xl">Courtly Elite</span>
            <span className="block text-quiet">
              {formatMediumDate(period.from, ZONE)} to {formatMediumDate(period.until, ZONE)}
            </span>
          </ReceiptFact>
          <ReceiptFact label="Member">
            <span dir="auto">{member}</span>
          </ReceiptFact>
        </>
      }
      priceLines={
        <>
          <ReceiptLine label={periodLabels[plan]} amount={amount} />
          <ReceiptLine label="Total" amount={amount} strong />
        </>
      }
      footnote="All amounts are in US dollars, and dates in UTC."
    />
  );
}
