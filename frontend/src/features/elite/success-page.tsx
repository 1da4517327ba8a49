import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { errorMessage } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import { eliteUserQuery, membershipQuery } from '../../resources/membership/membership-queries';
import { MembershipCard } from '../../resources/membership/membership-card';
import { fullName } from '../../resources/session/person-labels';
import { useSession } from '../../resources/session/session';
import { Button, LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Spinner } from '../../ui/skeleton';

const SECONDS = 10;

/** Redirects to the courts unless the user stops it (WCAG 2.2.1). */
function GoingOn() {
  const navigate = useNavigate();
  const [left, setLeft] = useState(SECONDS);
  const [stays, setStays] = useState(false);
  useEffect(() => {
    if (stays) return;
    if (left === 0) return void navigate(paths.courts, { replace: true });
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left, stays, navigate]);
  if (stays) return null;
  return (
    <p className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 text-quiet">
      <span>Taking you to the courts in {left} seconds.</span>
      <Button variant="quiet" size="sm" onClick={() => setStays(true)}>
        Stay on This Page
      </Button>
    </p>
  );
}

function Welcomed({ founderNumber }: { founderNumber: number | null }) {
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
              : `Your founding membership is now active. You are founding member No. ${founderNumber}.`}
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
          <GoingOn />
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
 * Welcomes only members confirmed by the server. If Stripe added `payment_intent` to the URL, that
 * payment is checked first.
 */
export function SuccessPage() {
  const [query] = useSearchParams();
  const intentId = query.get('payment_intent');
  const payment = useQuery({ ...eliteUserQuery(intentId ?? ''), enabled: intentId !== null });
  const own = useQuery({ ...membershipQuery, enabled: intentId === null || payment.isFetched });
  if (own.data?.tier === 'elite') return <Welcomed founderNumber={own.data.founderNumber} />;
  if (own.isPending || own.isFetching || payment.isFetching) return <Spinner />;
  const ask = () =>
    void (intentId === null ? own.refetch() : payment.refetch().then(() => own.refetch()));
  return (
    <section className="page pt-14">
      <PageMeta title="Your payment" />
      <h1 className="mb-8 font-display text-title">Your payment</h1>
      <EmptyState
        title="We couldn’t confirm your membership yet"
        action={<Button onClick={ask}>Check Again</Button>}
      >
        {errorMessage(
          payment.error,
          'If you have already paid, this can take a moment. You will only be charged once.',
        )}
      </EmptyState>
    </section>
  );
}
