import type { Catalog } from '@courtly/contracts/catalog';
import { MOST_PHOTOS } from '@courtly/contracts/court-limits';
import { shareOfCents } from '@courtly/contracts/shares';
import { HOST_EARNINGS, paths } from '../../config/paths';
import { periodLabel, shareLabel } from '../../lib/policy-values';

const cancellationText = (catalog: Catalog | undefined): string => {
  if (!catalog)
    return 'You can cancel for free until some time before the hour; after that, a fee applies.';
  const { freeCancelMinutes, lateRefundShare } = catalog;
  return lateRefundShare === 10_000
    ? 'You can cancel for free until the hour starts.'
    : `Cancel for free up to ${periodLabel(freeCancelMinutes)} before; after that, a ${shareLabel(10_000 - lateRefundShare)} fee applies.`;
};

/** The steps, without numbers until the catalog has loaded. */
export const playerSteps = (catalog: Catalog | undefined) => [
  {
    title: 'Find a court',
    text: 'Search by city, surface, and rate. Every page shows the court, its hours, its rules, and the hourly price.',
  },
  {
    title: 'Request an hour',
    text: `You see the full price before you request: the host's rate plus a ${catalog ? `${shareLabel(catalog.feeShare)} ` : ''}service fee.`,
  },
  {
    title: 'Hear from the host',
    text: `You accept the waiver once. The host replies within ${catalog ? periodLabel(catalog.hostAnswerMinutes) : 'a set time'}, and some courts confirm instantly.`,
  },
  {
    title: 'Play, or change your mind',
    text: `You get the full address with your confirmation. ${cancellationText(catalog)}`,
  },
];

export const hostSteps = [
  {
    title: 'List your court',
    text: `Add its surface, amenities, and up to ${MOST_PHOTOS} photos. You decide when players can see it.`,
  },
  {
    title: 'Set your rate and hours',
    text: `Hosts earn ${HOST_EARNINGS} an hour. You set the rate and the hours for each day of the week.`,
  },
  {
    title: 'Choose who plays',
    text: 'You see the name behind every request. Approve or decline it, or let players book instantly.',
  },
  {
    title: 'See every dollar',
    text: 'Each booking shows what the player pays and what you earn, to the cent.',
  },
];

const EXAMPLE_CENTS = 30_000;
const toDollars = (cents: number): string => (cents / 100).toFixed(2);
export const EXAMPLE_RATE = toDollars(EXAMPLE_CENTS);

/** What the player pays and the host receives for the example hour (domain rules, G6). */
export const priceExample = ({ feeShare, payoutShare }: Catalog) => {
  const feeCents = shareOfCents(EXAMPLE_CENTS, feeShare);
  const payoutCents = shareOfCents(EXAMPLE_CENTS, payoutShare);
  return [
    { label: 'Court rate', amount: EXAMPLE_RATE },
    { label: `Service fee (${shareLabel(feeShare)})`, amount: toDollars(feeCents) },
    { label: 'The player pays', amount: toDollars(EXAMPLE_CENTS + feeCents) },
    { label: 'Courtly keeps', amount: toDollars(EXAMPLE_CENTS + feeCents - payoutCents) },
    { label: 'The host receives', amount: toDollars(payoutCents) },
  ];
};

export const applicationLinks = [
  {
    title: 'You have a court',
    text: 'Open it whenever it suits you.',
    to: paths.hostApplication,
    label: 'Become a Host',
  },
  {
    title: 'You play',
    text: 'Apply to book before everyone else.',
    to: paths.playerApplication,
    label: 'Apply as Player',
  },
];
