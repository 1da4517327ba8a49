import type { Catalog } from '@courtly/contracts/catalog';
import { FREE_RANKING_ROWS } from '@courtly/contracts/ranking-limits';
import { periodLabel, shareLabel, withUnit } from '../../lib/policy-values';

type Perk = { title: string; text: string };

const headStartPerk = (catalog: Catalog | undefined): Perk[] =>
  catalog?.headStartMinutes === 0
    ? []
    : [
        {
          title: 'Priority access',
          text: `Every court opens to you ${catalog ? `${periodLabel(catalog.headStartMinutes)} ` : ''}before it opens to everyone else.`,
        },
      ];

const feePerk = (catalog: Catalog | undefined): Perk[] =>
  catalog && catalog.eliteFeeShare >= catalog.feeShare
    ? []
    : [
        {
          title: 'A lower service fee',
          text: catalog
            ? `You pay ${shareLabel(catalog.eliteFeeShare)} of the court's rate instead of ${shareLabel(catalog.feeShare)}, on every booking.`
            : 'You pay less on every booking.',
        },
      ];

const openBookingsPerk = ({ openBookings, eliteOpenBookings }: Catalog): Perk[] => {
  // During an upgrade, an API of the previous release lacks both.
  if (!openBookings || (eliteOpenBookings !== null && eliteOpenBookings <= openBookings)) return [];
  const text =
    eliteOpenBookings === null
      ? 'Hold as many upcoming bookings as you like.'
      : `Hold up to ${withUnit('upcoming booking', eliteOpenBookings)}.`;
  return [
    {
      title: 'More upcoming games',
      text: `${text} Everyone else can hold ${withUnit('booking', openBookings)}.`,
    },
  ];
};

/** What a member gets, without numbers until the catalog has loaded. */
export const elitePerks = (catalog: Catalog | undefined): Perk[] => [
  ...headStartPerk(catalog),
  ...feePerk(catalog),
  ...(catalog ? openBookingsPerk(catalog) : []),
  {
    title: "Members' courts",
    text: 'Book the courts that their hosts open only to Elite members.',
  },
  {
    title: 'Full rankings',
    text: `See every ranked player instead of the top ${FREE_RANKING_ROWS}, and the ranking on clay.`,
  },
];
