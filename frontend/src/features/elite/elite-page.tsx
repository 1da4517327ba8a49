import { useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { periodLabel } from '../../lib/policy-values';
import { useOptionalData } from '../../lib/use-optional-data';
import { catalogQuery } from '../../resources/catalog/catalog-query';
import { fullName } from '../../resources/session/person-labels';
import { useSession } from '../../resources/session/session';
import { LinkButton } from '../../ui/button';
import { MembershipCard } from '../../resources/membership/membership-card';
import { membershipQuery } from '../../resources/membership/membership-queries';
import { elitePerks } from './elite-perks';
import { HeadStart } from './head-start';
import { ManageMembership } from './manage';
import { MembershipPlans } from './plans';
import { Welcome } from './welcome';
import { Heading } from '../../ui/heading';

const headingClass = 'font-display text-title lg:text-5xl lg:leading-[1.08]';

function JoinPrompt({ isMember }: { isMember: boolean }) {
  return isMember ? (
    <>
      <p className="mt-8 font-display text-2xl">You're an Elite member.</p>
      <LinkButton to={paths.courts} size="lg" className="mt-5">
        Explore Courts
      </LinkButton>
    </>
  ) : (
    <LinkButton to={paths.playerApplication} size="lg" className="mt-8">
      Apply for Elite Membership
    </LinkButton>
  );
}

/** The member's card, or a sample for users who are not members. */
function MemberCard() {
  const { user } = useSession();
  const membership = useOptionalData({
    ...membershipQuery,
    enabled: user?.membershipTier === 'elite',
  });
  const cardMember =
    user && membership
      ? { name: fullName(user), founderNumber: membership.founderNumber }
      : undefined;
  return <MembershipCard member={cardMember} className="mx-auto w-full max-w-lg lg:-rotate-3" />;
}

function SalesPage() {
  const { user } = useSession();
  const catalog = useOptionalData(catalogQuery);
  const membership = useOptionalData({ ...membershipQuery, enabled: user !== null });
  const isMember = user?.membershipTier === 'elite';
  return (
    <>
      <section className="night">
        <div className="page grid items-center gap-x-20 gap-y-14 py-16 lg:grid-cols-[1.1fr_1fr] lg:py-24">
          <div>
            <p className="eyebrow">Elite membership</p>
            <h1 className="mt-5 font-display text-display text-balance">
              The court, before the crowd
            </h1>
            <JoinPrompt isMember={isMember} />
          </div>
          <MemberCard />
        </div>
      </section>
      {user && <ManageMembership />}
      <section className="page py-20 md:py-28">
        <h2 className={headingClass}>{isMember ? 'Your benefits' : 'Membership benefits'}</h2>
        <ul className="mt-12 grid gap-x-12 gap-y-10 md:grid-cols-3">
          {elitePerks(catalog).map(({ title, text }) => (
            <li key={title} className="border-t border-brass-line pt-5">
              <Heading level={3} size={2}>
                {title}
              </Heading>
              <p className="mt-2 text-quiet">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      {catalog?.headStartMinutes !== 0 && (
        <section className="border-y border-rule bg-sunk">
          <div className="page py-20 md:py-28">
            <h2 className={`mb-12 ${headingClass}`}>
              {catalog
                ? `${periodLabel(catalog.headStartMinutes)} ahead`
                : 'Ahead of everyone else'}
            </h2>
            <HeadStart minutes={catalog?.headStartMinutes} />
          </div>
        </section>
      )}
      {!isMember && !membership?.canRenew && (
        <section className="page pt-20 md:pt-28">
          <h2 className={headingClass}>Two ways to join</h2>
          <MembershipPlans />
        </section>
      )}
    </>
  );
}

export function ElitePage() {
  const [searchParams] = useSearchParams();
  return (
    <>
      <PageMeta page="/elite" />
      {searchParams.get('success') === 'true' ? <Welcome /> : <SalesPage />}
    </>
  );
}
