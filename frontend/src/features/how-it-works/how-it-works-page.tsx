import type { Catalog } from '@courtly/contracts/catalog';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { activeCities } from '../../config/active-cities';
import { formatShortMoney } from '../../lib/format';
import { PageMeta } from '../../lib/page-meta';
import { periodLabel } from '../../lib/policy-values';
import { useOptionalData } from '../../lib/use-optional-data';
import { catalogQuery } from '../../resources/catalog/catalog-query';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { CourtDrawing } from '../../resources/court/court-drawing';
import { MembershipCard } from '../../resources/membership/membership-card';
import { Price } from '../../ui/price';
import {
  EXAMPLE_RATE,
  applicationLinks,
  priceExample,
  hostSteps,
  playerSteps,
} from './how-it-works-content';
import { Steps } from './steps';
import { Heading } from '../../ui/heading';
import { TextLink } from '../../ui/text-link';

const headingClass = 'font-display text-title lg:text-5xl lg:leading-[1.08]';
function PriceExample({ catalog }: { catalog: Catalog }) {
  return (
    <figure className="border border-brass-line p-6 sm:p-8">
      <figcaption className="eyebrow">
        For example: an hour at {formatShortMoney(EXAMPLE_RATE)}
      </figcaption>
      <dl className="mt-4">
        {priceExample(catalog).map(({ label, amount }) => (
          <div
            key={label}
            className="flex items-baseline justify-between gap-6 border-t border-rule py-3 last:font-display last:text-2xl"
          >
            <dt>{label}</dt>
            <dd>
              <Price amount={amount} />
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}

function Membership({ catalog }: { catalog: Catalog | undefined }) {
  return (
    <section className="night">
      <div className="page grid items-center gap-x-20 gap-y-12 py-20 md:grid-cols-2 md:py-28">
        <figure className="mx-auto w-full max-w-lg">
          <MembershipCard />
          <figcaption className="mt-4 text-center text-small text-quiet">
            Sample card. A member's card shows their name and number.
          </figcaption>
        </figure>
        <div>
          <p className="eyebrow">Elite membership</p>
          <h2 className={`mt-4 ${headingClass}`}>
            {catalog?.headStartMinutes === 0 ? 'A lower fee' : 'Before anyone else'}
          </h2>
          <p className="mt-5 max-w-md text-quiet">
            {catalog?.headStartMinutes === 0
              ? 'Elite members'
              : `Every hour opens to Elite members ${catalog ? `${periodLabel(catalog.headStartMinutes)} ` : ''}before it opens to everyone else. Members also`}{' '}
            pay a lower service fee and see the full rankings.
          </p>
          <LinkButton to={paths.elite} variant="brass" size="lg" className="mt-8">
            Elite Membership
          </LinkButton>
        </div>
      </div>
    </section>
  );
}

function ActiveCities() {
  return (
    <section className="page py-20 md:py-28">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <h2 className={headingClass}>Active cities</h2>
        <TextLink to={paths.request}>Request Expansion</TextLink>
      </div>
      <ul className="mt-10 grid grid-cols-2 gap-x-8 gap-y-10 md:grid-cols-3 lg:grid-cols-5">
        {activeCities.map(({ city, state }) => (
          <li key={city} className="border-t border-brass-line pt-4">
            <Badge tone="good">Active</Badge>
            <Heading level={3} size={2} className="mt-3">
              <Link
                to={`${paths.courts}?search=${encodeURIComponent(city)}`}
                className="underline-offset-4 hover:underline"
              >
                {city}
              </Link>
            </Heading>
            <p className="text-quiet">{state}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function HowItWorksPage() {
  const catalog = useOptionalData(catalogQuery);
  return (
    <>
      <PageMeta page="/how-it-works" />
      <section className="page grid gap-x-16 gap-y-8 pt-8 pb-10 md:grid-cols-[1.1fr_1fr] md:items-end md:pt-12 md:pb-14">
        <h1 className="font-display text-display text-balance">How It Works</h1>
        <p className="max-w-md text-lg text-quiet">
          Booking a private court is a small agreement between two people who play. Courtly handles
          the calendar, the money, and the manners.
        </p>
      </section>
      <CourtDrawing
        surface="grass"
        seed="how it works"
        view="above"
        wide
        label="A grass court from above, between hedges and trees"
        className="h-[clamp(14rem,38vw,32rem)]"
      />
      <Steps
        title="For players"
        steps={playerSteps(catalog)}
        action={<LinkButton to={paths.courts}>Browse Courts</LinkButton>}
      >
        <p className="text-quiet">From the first look to the last ball.</p>
      </Steps>
      <div className="border-y border-rule bg-sunk">
        <Steps
          title="For hosts"
          steps={hostSteps}
          action={
            <LinkButton to={paths.hostApplication} variant="outline">
              Become a Host
            </LinkButton>
          }
        >
          <p className="text-quiet">Your court, your hours, your guests.</p>
        </Steps>
        <div className="page pb-20 md:grid md:grid-cols-12 md:pb-28">
          <div className="md:col-span-7 md:col-start-6">
            {catalog && <PriceExample catalog={catalog} />}
          </div>
        </div>
      </div>
      <Membership catalog={catalog} />
      <ActiveCities />
      <section aria-label="Applications" className="page">
        <ul className="grid border-t border-rule md:grid-cols-2">
          {applicationLinks.map(({ title, text, to, label }) => (
            <li
              key={to}
              className="border-b border-rule py-10 md:odd:border-r md:odd:pr-12 md:even:pl-12"
            >
              <Heading level={2} size={1}>
                {title}
              </Heading>
              <p className="mt-2 mb-6 text-quiet">{text}</p>
              <LinkButton to={to} variant="outline">
                {label}
              </LinkButton>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
