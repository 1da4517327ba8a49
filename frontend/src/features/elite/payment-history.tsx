import type { MembershipReceipt } from '@courtly/contracts/receipts';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../config/paths';
import { formatMediumDate, formatMoney } from '../../lib/format';
import {
  membershipReceiptsQuery,
  periodLabels,
} from '../../resources/membership/membership-queries';
import { QueryPanel } from '../../ui/query-panel';
import { TextLink } from '../../ui/text-link';
import { Heading } from '../../ui/heading';

/** What is left of a payment after refunds and disputes. */
const remainderLabel = ({ amount, netAmount }: MembershipReceipt): string => {
  if (Number(netAmount) === Number(amount)) return '';
  return Number(netAmount) > 0 ? `, ${formatMoney(netAmount)} after refunds` : ', returned';
};

/** The payments of a member, newest first. Each links to its receipt. */
export function PaymentHistory() {
  return (
    <section aria-labelledby="payment-history" className="mt-12 max-w-2xl">
      <Heading level={3} size={2} id="payment-history">
        Payment history
      </Heading>
      <QueryPanel query={useQuery(membershipReceiptsQuery)} label="your payments">
        {(receipts) => (
          <ul className="mt-4 border-t border-rule">
            {receipts.map((receipt) => (
              <PaymentRow key={receipt.receiptNumber} receipt={receipt} />
            ))}
          </ul>
        )}
      </QueryPanel>
    </section>
  );
}

function PaymentRow({ receipt }: { receipt: MembershipReceipt }) {
  const { receiptNumber, issuedAt, plan, amount } = receipt;
  const day = formatMediumDate(issuedAt, 'UTC');
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-rule py-3">
      <span>
        {periodLabels[plan]}
        <span className="block text-quiet">
          {day}
          {remainderLabel(receipt)}
        </span>
      </span>
      <span className="flex items-baseline gap-6">
        <span className="figures">{formatMoney(amount)}</span>
        <TextLink to={paths.membershipReceipt(receiptNumber)} aria-label={`Receipt for ${day}`}>
          Receipt
        </TextLink>
      </span>
    </li>
  );
}
