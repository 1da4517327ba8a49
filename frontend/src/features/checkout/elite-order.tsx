import type { Catalog } from '@courtly/contracts/catalog';
import type { ReactNode } from 'react';
import { paths } from '../../config/paths';
import { errorMessage } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import { periodLabel, shareLabel } from '../../lib/policy-values';
import { useOptionalData } from '../../lib/use-optional-data';
import { catalogQuery } from '../../resources/catalog/catalog-query';
import { MembershipCard } from '../../resources/membership/membership-card';
import { TestPayments } from '../../resources/payment/test-payments';
import { Button, LinkButton } from '../../ui/button';
import type { ReadQuery } from '../../ui/load-error';
import { Price } from '../../ui/price';
import { Heading } from '../../ui/heading';

const benefitsOf = (catalog: Catalog | undefined) => [
  ...(catalog?.headStartMinutes === 0
    ? []
    : [
        `Priority court booking${catalog ? `, ${periodLabel(catalog.headStartMinutes)} ahead` : ''}`,
      ]),
  catalog
    ? `A service fee of ${shareLabel(catalog.eliteFeeShare)} instead of ${shareLabel(catalog.feeShare)}`
    : 'A lower service fee',
  'Full rankings, by surface',
];

type EliteOrderProps = {
  planName: string;
  price: string | undefined;
  period: string;
  extraBenefit?: string;
  children: ReactNode;
};

export function EliteOrder({ planName, price, period, extraBenefit, children }: EliteOrderProps) {
  const catalog = useOptionalData(catalogQuery);
  return (
    <section className="page pt-8 md:pt-14">
      <PageMeta title="Join Elite" />
      <h1 className="max-w-3xl font-display text-5xl leading-none tracking-tight">Join Elite</h1>
      <div className="mt-8 grid gap-x-16 gap-y-10 lg:grid-cols-2">
        <MembershipCard className="w-full self-start" />
        <div className="grid content-start gap-6">
          <div>
            <Heading level={2}>{planName}</Heading>
            {price && (
              <p className="mt-2 flex items-baseline gap-2">
                <Price amount={price} className="font-display text-4xl leading-none" />
                <span className="text-quiet">{period}</span>
              </p>
            )}
            <ul className="mt-5 border-t border-rule">
              {[...benefitsOf(catalog), ...(extraBenefit ? [extraBenefit] : [])].map((benefit) => (
                <li key={benefit} className="border-b border-rule py-2.5">
                  {benefit}
                </li>
              ))}
            </ul>
          </div>
          <TestPayments />
          {children}
        </div>
      </div>
    </section>
  );
}

type PaymentNotStartedProps = { error: unknown; query?: ReadQuery };

/** Leave out `query` if the page has a retry button. */
export function PaymentNotStarted({ error, query }: PaymentNotStartedProps) {
  return (
    <div>
      <p key={query?.errorUpdateCount} role="alert" className="text-bad">
        {errorMessage(error, 'Failed to initialize payment. Please try again.')}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {query && (
          <Button busy={query.isFetching} onClick={() => void query.refetch()}>
            Try Again
          </Button>
        )}
        <LinkButton to={paths.elite} variant="outline">
          Back to Elite
        </LinkButton>
      </div>
    </div>
  );
}
