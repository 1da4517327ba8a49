import type { PayoutAccount } from '@courtly/contracts/payouts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatMoney, formatShortDate, viewerZone } from '../../lib/format';
import { useSearchState } from '../../lib/search-state';
import { HostApprovalStep } from '../../resources/hosting/host-approval';
import { bookingCount, payoutAccountTexts } from '../../resources/hosting/payout-labels';
import {
  payoutAccountQuery,
  useCheckPayoutAccount,
  useOpenPayoutAccount,
} from '../../resources/hosting/payout-queries';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { LoadErrors } from '../../ui/load-error';
import { Heading } from '../../ui/heading';

/** Renders nothing if bookings are not paid by card. */
export function PayoutStatus() {
  const accountQuery = useQuery(payoutAccountQuery);
  const { data: account } = accountQuery;
  if (!account)
    return <LoadErrors className="mb-10" label="your payouts" queries={[accountQuery]} />;
  if (!account.isNeeded) return null;
  return (
    <>
      {account.needsApproval && <PayoutApprovalCard />}
      <PayoutAccountCard {...account} />
    </>
  );
}

function PayoutApprovalCard() {
  return (
    <Card className="mb-6">
      <Heading level={2}>Payouts start once you're approved</Heading>
      <p className="mt-2 max-w-prose text-quiet">
        Courtly pays approved hosts. Your earnings are safe, and we'll pay them out once you're
        approved.
      </p>
      <HostApprovalStep />
    </Card>
  );
}

const waitingLabel = ({ bookings, amount }: PayoutAccount['waiting']) =>
  `${formatMoney(amount)} from ${bookingCount(bookings)} is waiting to be paid out.`;

function PayoutAccountCard(account: PayoutAccount) {
  const { state, waiting, bankPayouts } = account;
  const [searchParams] = useSearchState();
  const hasReturned = searchParams.get('payouts') === 'back';
  const openPayoutAccount = useOpenPayoutAccount();
  const { mutate: checkPayoutAccount, isPending: isChecking } = useCheckPayoutAccount();
  // A return from Stripe does not mean that the host has finished, so this checks the account.
  useEffect(() => {
    if (hasReturned) checkPayoutAccount();
  }, [hasReturned, checkPayoutAccount]);
  const { title, text, action } = payoutAccountTexts(account);
  return (
    <Card className="mb-10">
      <Heading level={2}>{title}</Heading>
      <p className="mt-2 max-w-prose text-quiet">{text}</p>
      {searchParams.get('payouts') === 'again' && (
        <p className="mt-2">That page expired. Please open it again.</p>
      )}
      {waiting.bookings > 0 && <p className="figures mt-2">{waitingLabel(waiting)}</p>}
      {bankPayouts.length > 0 && <BankPayouts bankPayouts={bankPayouts} />}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button busy={openPayoutAccount.isPending} onClick={() => openPayoutAccount.mutate()}>
          {action}
        </Button>
        {state !== 'none' && (state !== 'active' || account.needs.length > 0) && (
          <Button variant="outline" busy={isChecking} onClick={() => checkPayoutAccount()}>
            Check Again
          </Button>
        )}
      </div>
    </Card>
  );
}

/** Stripe combines the payouts of several bookings, as does the host's bank statement. */
function BankPayouts({ bankPayouts }: Pick<PayoutAccount, 'bankPayouts'>) {
  const zone = viewerZone();
  return (
    <details className="mt-3">
      <summary className="cursor-pointer">Latest payouts to your bank</summary>
      <ul className="figures mt-2 text-quiet">
        {bankPayouts.map(({ amount, failureCode, endedAt }) => (
          <li key={endedAt + amount}>
            {formatShortDate(endedAt, zone)}: {formatMoney(amount)}{' '}
            {failureCode === null ? 'arrived' : 'was returned'}
          </li>
        ))}
      </ul>
    </details>
  );
}
