import type { ElitePlans } from '@courtly/contracts/membership';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '../../config/paths';
import { formatShortMoney } from '../../lib/format';
import { plansQuery } from '../../resources/membership/membership-queries';
import { useSession } from '../../resources/session/session';
import { LinkButton } from '../../ui/button';
import { LoadErrors } from '../../ui/load-error';

type PlanProps = { name: string; price: string; per: string; children: ReactNode };

function MembershipPlan({ name, price, per, children }: PlanProps) {
  return (
    <li className="border-b border-rule py-8 md:odd:border-r md:odd:pr-12 md:even:pl-12">
      <h3 className="eyebrow">{name}</h3>
      <p className="mt-4 flex items-baseline gap-3">
        <span className="figures font-display text-5xl leading-none">{price}</span>
        <span className="text-quiet">{per}</span>
      </p>
      {children}
    </li>
  );
}

const textClass = 'mt-4 max-w-sm text-quiet';

const monthlyText = ({ isOpen, needsApplication }: ElitePlans['monthly']): string => {
  if (isOpen) return 'Renews every month until you cancel, which you can do online at any time.';
  return needsApplication
    ? 'By application. Once we approve it, you can subscribe.'
    : "Monthly membership isn't on sale right now.";
};

/** A founding year is better if it costs less than the same time by month. */
const isFoundingBetter = ({ founding, monthly }: ElitePlans): boolean =>
  founding.isOpen && (!monthly.isOpen || Number(founding.price) <= yearlyPrice(monthly));

const yearlyPrice = ({ price }: ElitePlans['monthly']): number => 12 * Number(price);

const seatsText = ({ seats, seatsLeft, nextNumber, isOpen }: ElitePlans['founding']): string => {
  if (isOpen)
    return `${seatsLeft} of ${seats} seats are left. The next founder is number ${nextNumber}.`;
  return seatsLeft === 0
    ? 'Every seat is taken or reserved for someone who is checking out right now.'
    : "These seats aren't on sale yet.";
};

/** Keeps the height of a price until the plans have loaded. */
const NO_PRICE = '\u00a0';

export function MembershipPlans() {
  const plans = useQuery(plansQuery);
  const { user } = useSession();
  const { founding, monthly } = plans.data ?? {};
  const foundingFirst = !plans.data || isFoundingBetter(plans.data);
  const joinLink = (plan: 'founding' | 'monthly', label: string) => (
    <LinkButton
      to={user ? paths.joinElite(plan) : paths.register}
      variant={(plan === 'founding') === foundingFirst ? 'brass' : 'outline'}
      className="mt-6"
    >
      {label}
    </LinkButton>
  );
  const foundingPlan = (
    <MembershipPlan
      key="founding"
      name="Founding Member"
      price={founding ? formatShortMoney(founding.price) : NO_PRICE}
      per="a year"
    >
      <p className={textClass}>
        For {founding ? `the first ${founding.seats} founders` : 'the first founders'}. One year
        with no automatic renewal, and your founder number is yours to keep.
      </p>
      {founding && <p className={textClass}>{seatsText(founding)}</p>}
      {founding?.isOpen && joinLink('founding', `Become Founder ${founding.nextNumber}`)}
    </MembershipPlan>
  );
  const monthlyPlan = (
    <MembershipPlan
      key="monthly"
      name="Elite"
      price={monthly ? formatShortMoney(monthly.price) : NO_PRICE}
      per={monthly ? `a month, ${formatShortMoney(`${yearlyPrice(monthly)}`)} a year` : 'a month'}
    >
      {monthly && <p className={textClass}>{monthlyText(monthly)}</p>}
      {monthly?.isOpen && joinLink('monthly', 'Join Monthly')}
      {monthly?.needsApplication && !monthly.isOpen && (
        <LinkButton to={paths.playerApplication} variant="outline" className="mt-6">
          Apply
        </LinkButton>
      )}
    </MembershipPlan>
  );
  return (
    <>
      <LoadErrors label="the prices and seats" queries={[plans]} />
      <ul className="mt-10 grid border-t border-rule md:grid-cols-2">
        {foundingFirst ? [foundingPlan, monthlyPlan] : [monthlyPlan, foundingPlan]}
      </ul>
    </>
  );
}
