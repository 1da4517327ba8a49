import type { BalanceReport } from '@courtly/contracts/admin-money';
import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '../../lib/format';
import { platformBalanceQuery } from '../../resources/admin/admin-queries';
import { StatCard, StatRow } from '../../ui/card';
import { QueryPanel } from '../../ui/query-panel';
import { Section } from '../../ui/heading';

type StripeBalance = NonNullable<BalanceReport['stripe']>;

const payoutNote = ({ isSafe, hasManualPayouts, minimumBalance }: StripeBalance) => {
  if (!isSafe)
    return "Stripe may pay out the hosts' money to Courtly. Set payouts to manual in Stripe.";
  return hasManualPayouts
    ? 'Stripe pays out to Courtly only on request.'
    : `Stripe keeps at least ${formatMoney(minimumBalance)}.`;
};

/** Whether Stripe's balance covers the hosts' money. */
export function PlatformBalance() {
  const balanceReport = useQuery(platformBalanceQuery);
  return (
    <Section title="Balance">
      <QueryPanel query={balanceReport} label="the balance">
        {({ belongsToHosts, dueToHosts, stripe }) => (
          <StatRow>
            <StatCard
              label="Belongs to hosts"
              value={formatMoney(belongsToHosts)}
              note={`Shares of all charges that haven't been paid out yet. ${formatMoney(dueToHosts)} is due from the available balance.`}
            />
            {stripe ? (
              <>
                <StatCard
                  label="Available in Stripe"
                  value={formatMoney(stripe.available)}
                  note={`${formatMoney(stripe.pending)} more on the way`}
                />
                <StatCard
                  label="Not covered"
                  value={formatMoney(stripe.uncovered)}
                  note={payoutNote(stripe)}
                />
              </>
            ) : (
              <StatCard label="Available in Stripe" value="–" note="Stripe isn't responding." />
            )}
          </StatRow>
        )}
      </QueryPanel>
    </Section>
  );
}
