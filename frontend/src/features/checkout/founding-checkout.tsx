import { REMINDED_DAYS } from '@courtly/contracts/membership-limits';
import type { PurchasePurpose } from '@courtly/contracts/membership';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths';
import { formatMoney } from '../../lib/format';
import { foundingIntentQuery } from '../../resources/membership/membership-queries';
import { PaymentForm } from '../../resources/payment/payment-form';
import { fullName } from '../../resources/session/person-labels';
import { useSession } from '../../resources/session/session';
import { hasFailed } from '../../ui/load-error';
import { Loading, Skeleton } from '../../ui/skeleton';
import { Countdown } from './countdown';
import { EliteOrder, PaymentNotStarted } from './elite-order';

export function FoundingCheckout({ purpose }: { purpose: PurchasePurpose }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const query = useQuery(foundingIntentQuery(purpose));
  const paymentIntent = query.data;
  const seatLabel = paymentIntent && `Founding member No. ${paymentIntent.founderNumber}`;
  return (
    <EliteOrder
      planName="Elite, Founding Member – Annual"
      price={paymentIntent?.amount}
      period="per year"
      {...(seatLabel && { extraBenefit: seatLabel })}
    >
      {hasFailed(query) && <PaymentNotStarted error={query.error} query={query} />}
      {!paymentIntent && !hasFailed(query) && (
        <Loading label="Preparing the payment">
          <Skeleton className="h-28" />
        </Loading>
      )}
      {paymentIntent && user && (
        <>
          {purpose === 'founding' && (
            <Countdown subject="Your seat" deadline={paymentIntent.openUntil} />
          )}
          <PaymentForm
            clientSecret={paymentIntent.clientSecret}
            name={fullName(user)}
            action={`Pay ${formatMoney(paymentIntent.amount)}`}
            onConfirmed={() => navigate(paths.joinedElite(paymentIntent.paymentIntentId))}
          />
          <p className="text-small text-quiet">
            One year of Elite, charged once. It doesn't renew automatically. We'll email you{' '}
            {REMINDED_DAYS.join(' and ')} days before it ends.
          </p>
        </>
      )}
    </EliteOrder>
  );
}
