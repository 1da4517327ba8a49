import type { Membership } from '@courtly/contracts/membership';
import { formatLongDate, formatMoney, viewerZone } from '../../lib/format';

export const membershipDay = (instant: string): string => formatLongDate(instant, viewerZone());

const planLabels = { founding: 'Founding Member', monthly: 'Elite, monthly' } as const;

/** The plan with the founder's number, or an empty text without a plan. */
export const planLabel = ({ plan, founderNumber }: Membership): string =>
  plan === null
    ? ''
    : `${planLabels[plan]}${founderNumber === null ? '' : `, No. ${founderNumber}`}`;

export const statusSentence = ({ state, plan, until, accessUntil, price }: Membership): string => {
  switch (state) {
    case 'active':
      return plan === 'founding'
        ? `Your year runs until ${membershipDay(until!)}. It doesn't renew automatically.`
        : `Your membership renews on ${membershipDay(until!)}${price ? ` for ${formatMoney(price)}` : ''}.`;
    case 'grace':
      return `Your renewal isn't paid yet. You remain a member until ${membershipDay(accessUntil!)}. Update your card to renew.`;
    case 'cancelled':
      return `Your membership is canceled. You won't be charged again, and you remain a member until ${membershipDay(accessUntil!)}.`;
    case 'lapsed':
      return `Your membership ended on ${membershipDay(accessUntil!)}.`;
    case 'none':
      return '';
  }
};
