import { HOST_EARNINGS } from '../../config/paths';

export const benefits = [
  {
    title: 'Private Courts',
    text: 'Clay, grass, and hard courts behind garden walls, for tennis and pickleball, booked by the hour.',
  },
  {
    title: 'Curated Hosts',
    text: 'Every court belongs to someone who plays. Your host knows who is coming and looks after the court.',
  },
  {
    title: 'Effortless Earnings',
    text: `Hosts set their own rate and hours, and earn ${HOST_EARNINGS} an hour from a court that would otherwise sit empty.`,
  },
];

export const testimonials = [
  {
    quote:
      'No booking desk, no line, no music. A gate code, a swept court, and an hour that is only ours.',
    author: 'A player in Scottsdale',
  },
  {
    quote:
      'I decide who plays here and when. The rest, from the waiver to the payout, is taken care of.',
    author: 'A host in Paradise Valley',
  },
  {
    quote: 'I moved here without a hitting partner. Three courts later I had four.',
    author: 'A player in Austin',
  },
];

export const perks = [
  'Every slot before everyone else',
  'A lower service fee',
  'Full rankings, by surface',
  'A membership card with your name',
];
