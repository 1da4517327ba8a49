import { paths } from '../../config/paths';

export const playerSteps = [
  {
    title: 'Find a court',
    text: 'Search by city, surface, and rate. Every page shows the court, its hours, its rules, and the hourly price.',
  },
  {
    title: 'Request an hour',
    text: "You see the full price before you request: the host's rate plus a 10% service fee.",
  },
  {
    title: 'Hear from the host',
    text: 'You accept the waiver once. The host replies within 24 hours, and some courts confirm instantly.',
  },
  {
    title: 'Play, or change your mind',
    text: 'You get the full address with your confirmation. Cancel for free up to 24 hours before; after that, a 50% fee applies.',
  },
];

export const hostSteps = [
  {
    title: 'List your court',
    text: 'Add its surface, amenities, and up to five photos. You decide when players can see it.',
  },
  {
    title: 'Set your rate and hours',
    text: 'Hosts earn $100–$300+ an hour. You set the rate and the hours for each day of the week.',
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

/** The player fee and the host payout for one hour at $300 (domain rules, G6). */
export const priceExample = [
  { label: 'Court rate', amount: '300.00' },
  { label: 'Service fee (10%)', amount: '30.00' },
  { label: 'The player pays', amount: '330.00' },
  { label: 'Courtly keeps', amount: '33.00' },
  { label: 'The host receives', amount: '297.00' },
];

export const applicationLinks = [
  {
    title: 'You have a court',
    text: 'Open it whenever it suits you.',
    to: paths.hostApplication,
    label: 'Request Host Access',
  },
  {
    title: 'You play',
    text: 'Apply to book before everyone else.',
    to: paths.playerApplication,
    label: 'Apply as Player',
  },
];
