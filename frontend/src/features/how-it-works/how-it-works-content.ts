import { paths } from '../../config/paths';

/** How an hour comes about, from the side of those who play it. */
export const playing = [
  {
    title: 'Find a court',
    text: 'By city, surface and rate. Every page shows the court, its hours, its rules and what an hour costs.',
  },
  {
    title: 'Ask for an hour',
    text: 'The whole price stands there before you ask: the rate of the host and a service fee of 10%.',
  },
  {
    title: 'Hear from the host',
    text: 'You accept the waiver once. The host answers within 24 hours; some courts are booked at once.',
  },
  {
    title: 'Play, or change your mind',
    text: 'The full address comes with the confirmation. Until 24 hours before you cancel free of charge, later for half.',
  },
];

/** And from the side of those whose court it is. */
export const hosting = [
  {
    title: 'List your court',
    text: 'Its surface, what belongs to it and up to five photos. You decide when players see it.',
  },
  {
    title: 'Set rate and hours',
    text: 'Hosts earn $100-$300+ an hour. The rate is yours, and so are the hours of each day of the week.',
  },
  {
    title: 'Say who plays',
    text: 'Every request has a name. You approve or decline it, or let your court be booked at once.',
  },
  {
    title: 'See every dollar',
    text: 'Each booking shows what the player pays and what of it is yours, to the cent.',
  },
];

/** The product's own example: player fee and host payout of one hour at $300 (domain rules, G6). */
export const example = [
  { label: 'Rate of the court', amount: '300.00' },
  { label: 'Service fee, 10%', amount: '30.00' },
  { label: 'The player pays', amount: '330.00' },
  { label: 'Courtly keeps', amount: '33.00' },
  { label: 'The host receives', amount: '297.00' },
];

export const doors = [
  {
    title: 'You have a court',
    text: 'Open it at the hours that suit the house.',
    to: paths.hostApplication,
    label: 'Request Host Access',
  },
  {
    title: 'You play',
    text: 'Ask to be one of those who book before others.',
    to: paths.playerApplication,
    label: 'Apply as Player',
  },
];
