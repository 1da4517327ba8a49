import { type PayoutNeed, payoutNeeds } from '@courtly/contracts/payout-account-texts';

/**
 * The need is known from the start of a requirement's name, or from the part after the person or
 * company.
 */
const needOf = (requirement: string): PayoutNeed => {
  if (requirement.startsWith('external_account')) return 'bank_account';
  if (requirement.startsWith('tos_acceptance')) return 'terms';
  if (/^(business_|company\.)/.test(requirement)) return 'business';
  return /^(individual\.|person_|owners|representative\.|directors|executives)/.test(requirement)
    ? 'identity'
    : 'other';
};

/** What Stripe's requirements ask for, without duplicates. */
export const needsOf = (requirements: readonly string[]): PayoutNeed[] => {
  const needs = new Set(requirements.map(needOf));
  return payoutNeeds.filter((need) => needs.has(need));
};
