import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths';
import { money } from '../../lib/format';
import { useSubscribe } from '../../resources/membership/membership-mutations';
import { plansQuery } from '../../resources/membership/membership-queries';
import { RenewalConsent } from '../../resources/membership/renewal-consent';
import { CardForm } from '../../resources/payment/card-form';
import { fullName } from '../../resources/session/person-labels';
import { useSession } from '../../resources/session/session';
import { Button, LinkButton } from '../../ui/button';
import { Loading, Skeleton } from '../../ui/skeleton';
import { EliteOrder, NotStarted } from './elite-order';

function ByApplication() {
  return (
    <div role="status">
      <p>
        Monthly membership requires an application. We'll answer by email within two days, and you
        won't be charged until you join.
      </p>
      <LinkButton to={paths.playerApplication} reloadDocument className="mt-6">
        Apply
      </LinkButton>
    </div>
  );
}

/** Starts no subscription before the member agrees to its renewal. */
export function MonthlyCheckout() {
  const { user } = useSession();
  const navigate = useNavigate();
  const { data: plans, error, isFetching, refetch } = useQuery(plansQuery);
  const subscribe = useSubscribe();
  const [hasAgreed, setAgreed] = useState(false);
  const monthly = plans?.monthly;
  return (
    <EliteOrder name="Elite – Monthly" price={monthly?.price} per="per month">
      {error && !monthly && (
        <NotStarted error={error} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!monthly && !error && (
        <Loading label="Loading the plan">
          <Skeleton className="h-28" />
        </Loading>
      )}
      {monthly?.needsApplication && !monthly.isOpen && <ByApplication />}
      {monthly && user && (monthly.isOpen || !monthly.needsApplication) && (
        <>
          <RenewalConsent monthly={monthly} isGiven={hasAgreed} onChange={setAgreed} />
          {subscribe.data ? (
            <CardForm
              clientSecret={subscribe.data.clientSecret}
              name={fullName(user)}
              action={`Pay ${money(subscribe.data.amount)}`}
              disabled={!hasAgreed}
              onConfirmed={() => navigate(paths.checkoutSuccess)}
            />
          ) : (
            <>
              {subscribe.error && <NotStarted error={subscribe.error} />}
              <Button
                size="lg"
                busy={subscribe.isPending}
                disabled={!hasAgreed || !monthly.isOpen}
                onClick={() => subscribe.mutate(monthly.renewalConsent.version)}
              >
                Continue to payment
              </Button>
            </>
          )}
        </>
      )}
    </EliteOrder>
  );
}
