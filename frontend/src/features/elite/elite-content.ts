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
