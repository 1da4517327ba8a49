import type { Catalog } from '@courtly/contracts/catalog';
import { periodLabel, shareLabel } from '../../lib/policy-values';

/** What a member gets, without numbers until the catalog has loaded. */
export const elitePerks = (catalog: Catalog | undefined) => [
  ...(catalog?.headStartMinutes === 0
    ? []
    : [
        {
          title: 'Priority access',
          text: `Every court opens to you ${catalog ? `${periodLabel(catalog.headStartMinutes)} ` : ''}before it opens to everyone else.`,
        },
      ]),
  {
    title: 'A lower service fee',
    text: catalog
      ? `You pay ${shareLabel(catalog.eliteFeeShare)} of the court's rate instead of ${shareLabel(catalog.feeShare)}, on every booking.`
      : 'You pay less on every booking.',
  },
  {
    title: 'Full rankings',
    text: 'See every ranked player, and filter the rankings by surface.',
  },
];
