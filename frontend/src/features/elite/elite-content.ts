import { FOUNDING_PRICE } from '../../resources/membership/prices';
import { paths } from '../../config/paths';

export const perks = [
  {
    title: 'Priority access',
    text: 'Reserve 72 hours in advance: every hour of every court opens to you three days before it opens to others.',
  },
  {
    title: 'Curated network',
    text: 'Members are approved one by one, so you know the level of whoever is on the other side of the net.',
  },
  {
    title: 'Exclusive events',
    text: 'Tournaments and evenings at private estates, for members and those whom they bring.',
  },
];

/** The plans as the catalogue has them: monthly by application, founding while seats last (domain rules, G1). */
export const plans = [
  {
    name: 'Elite',
    price: '$100',
    per: 'a month',
    text: 'By application, limited to the top 100 applicants. Subject to approval.',
    to: paths.playerApplication,
  },
  {
    name: 'Founding Member',
    price: FOUNDING_PRICE,
    per: 'a year',
    text: 'For the first 100 founders. These seats are not on sale yet.',
    to: null,
  },
];
