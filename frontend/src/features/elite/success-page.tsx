import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { errorMessage } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import { eliteUserQuery, membershipQuery } from '../../resources/membership/membership-queries';
import { MembershipCard } from '../../resources/membership/membership-card';
import { fullName } from '../../resources/session/person-labels';
import { useSession } from '../../resources/session/session';
import { Button, LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { hasFailed } from '../../ui/load-error';
import { Spinner } from '../../ui/skeleton';
import { Heading } from '../../ui/heading';

function NewMember({ founderNumber }: { founderNumber: number | null }) {
  const { user } = useSession();
  return (
    <section className="night -mb-24">
      <PageMeta title="Welcome to Elite" />
      <div className="page grid items-center gap-12 py-16 lg:min-h-[70dvh] lg:grid-cols-2 lg:gap-20">
        <div>
          <h1 className="font-display text-display text-balance">Welcome to Elite!</h1>
          <p className="mt-6 max-w-md text-lg text-quiet">
            {founderNumber === null
              ? 'Your membership is now active.'
              : `Your founding membership is now active. You're founding member No. ${founderNumber}.`}
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <LinkButton to={paths.courts} size="lg">
              Explore Elite Courts
            </LinkButton>
            <LinkButton to={paths.rankings} size="lg" variant="outline">
              View Rankings
            </LinkButton>
            <LinkButton to={paths.editProfile} size="lg" variant="outline">
              Complete Profile
            </LinkButton>
          </div>
        </div>
        <MembershipCard
          member={user ? { name: fullName(user), founderNumber } : undefined}
          className="mx-auto w-full max-w-lg"
        />
      </div>
    </section>
  );
}

/**
 * Welcomes a member only after the server has confirmed the membership. If Stripe added
 * `payment_intent` to the URL, that payment is checked first.
 */
export function SuccessPage() {
  const [searchParams] = useSearchParams();
  const paymentIntentId = searchParams.get('payment_intent');
  const payment = useQuery({
    ...eliteUserQuery(paymentIntentId ?? ''),
    enabled: paymentIntentId !== null,
  });
  const membership = useQuery({
    ...membershipQuery,
    enabled: paymentIntentId === null || payment.isFetched,
  });
  if (membership.data?.tier === 'elite')
    return <NewMember founderNumber={membership.data.founderNumber} />;
  const isFailed = hasFailed(membership);
  const isFirstCheck = [payment, membership].some(
    ({ isFetching, isFetchedAfterMount }) => isFetching && !isFetchedAfterMount,
  );
  if (isFirstCheck || (membership.isPending && !isFailed)) return <Spinner />;
  const checkAgain = () =>
    void (paymentIntentId === null
      ? membership.refetch()
      : payment.refetch().then(() => membership.refetch()));
  return (
    <section className="page pt-14">
      <PageMeta title="Your payment" />
      <Heading level={1} className="mb-8">
        Your payment
      </Heading>
      <EmptyState
        title={
          isFailed ? (
            <span key={membership.errorUpdateCount} role="alert">
              Unable to load your membership
            </span>
          ) : (
            "We couldn't confirm your membership yet"
          )
        }
        action={
          <Button busy={payment.isFetching || membership.isFetching} onClick={checkAgain}>
            {isFailed ? 'Try Again' : 'Check Again'}
          </Button>
        }
      >
        {errorMessage(
          payment.error,
          "If you've already paid, this can take a moment. You'll only be charged once.",
        )}
      </EmptyState>
    </section>
  );
}
