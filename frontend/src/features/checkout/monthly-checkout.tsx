import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths';
import { formatMoney } from '../../lib/format';
import { useSubscribe } from '../../resources/membership/membership-mutations';
import { plansQuery } from '../../resources/membership/membership-queries';
import { RenewalConsent } from '../../resources/membership/renewal-consent';
import { PaymentForm } from '../../resources/payment/payment-form';
import { useReplyPeriod } from '../../resources/catalog/use-reply-period';
import { fullName } from '../../resources/session/person-labels';
import { useSession } from '../../resources/session/session';
import { Button, LinkButton } from '../../ui/button';
import { hasFailed } from '../../ui/load-error';
import { Loading, Skeleton } from '../../ui/skeleton';
import { EliteOrder, PaymentNotStarted } from './elite-order';

function ApplicationRequired() {
  const replyPeriod = useReplyPeriod();
  return (
    <div role="status">
      <p>
        Monthly membership requires an application. We'll reply by email{replyPeriod}, and you won't
        be charged until you join.
      </p>
      <LinkButton to={paths.playerApplication} reloadDocument className="mt-6">
        Apply
      </LinkButton>
    </div>
  );
}

/** Starts the subscription only after the member agrees to its renewal. */
export function MonthlyCheckout() {
  const { user } = useSession();
  const navigate = useNavigate();
  const query = useQuery(plansQuery);
  const subscription = useSubscribe();
  const [agreedVersion, setAgreedVersion] = useState<string | null>(null);
  const monthlyPlan = query.data?.monthly;
  const hasAgreed = monthlyPlan?.renewalConsent.version === agreedVersion;
  return (
    <EliteOrder planName="Elite – Monthly" price={monthlyPlan?.price} period="per month">
      {hasFailed(query) && <PaymentNotStarted error={query.error} query={query} />}
      {!monthlyPlan && !hasFailed(query) && (
        <Loading label="Loading the plan">
          <Skeleton className="h-28" />
        </Loading>
      )}
      {monthlyPlan?.needsApplication && !monthlyPlan.isOpen && <ApplicationRequired />}
      {monthlyPlan && user && (monthlyPlan.isOpen || !monthlyPlan.needsApplication) && (
        <>
          <RenewalConsent
            monthly={monthlyPlan}
            isGiven={hasAgreed}
            onChange={(isGiven) =>
              setAgreedVersion(isGiven ? monthlyPlan.renewalConsent.version : null)
            }
          />
          {subscription.data ? (
            <PaymentForm
              clientSecret={subscription.data.clientSecret}
              name={fullName(user)}
              action={`Pay ${formatMoney(subscription.data.amount)}`}
              disabled={!hasAgreed}
              offersSaving={false}
              onConfirmed={() => navigate(paths.checkoutSuccess)}
            />
          ) : (
            <>
              {subscription.error && <PaymentNotStarted error={subscription.error} />}
              <Button
                size="lg"
                busy={subscription.isPending}
                disabled={!hasAgreed || !monthlyPlan.isOpen}
                onClick={() => subscription.mutate(monthlyPlan.renewalConsent.version)}
              >
                Continue to Payment
              </Button>
            </>
          )}
        </>
      )}
    </EliteOrder>
  );
}
