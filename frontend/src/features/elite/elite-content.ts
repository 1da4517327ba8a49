export const perks = [
  {
    title: 'Priority access',
    text: 'Reserve 72 hours in advance: every court opens to you three days before it opens to everyone else.',
  },
  {
    title: 'Curated network',
    text: 'Every member is approved individually, so you know the level of play across the net.',
  },
  {
    title: 'Exclusive events',
    text: 'Tournaments and evenings at private estates, for members and their guests.',
  },
];
