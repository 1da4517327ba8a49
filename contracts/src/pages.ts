import type { Court } from './courts.js';

export const SITE_NAME = 'Courtly';

/** What a page says about itself to search engines and to people who are sent its link. */
export type PageTexts = Readonly<{ title: string; description: string }>;

/** `indexed` pages stand in the sitemap; the others ask search engines to leave them out. */
type PublicPage = PageTexts & Readonly<{ indexed: boolean }>;

const home: PublicPage = {
  title: 'Courtly: private tennis courts for the elite',
  description:
    'Book luxury tennis and pickleball courts in private estates. An invite-only network, launching in Paradise Valley and Scottsdale.',
  indexed: true,
};

/** The pages that are the same for everybody, by their address. The first one's texts stand where a page has none. */
export const publicPages = {
  '/': home,
  '/courts': {
    title: 'Private courts · Courtly',
    description: 'Private tennis and pickleball courts by the hour: surfaces, rates, amenities.',
    indexed: true,
  },
  '/how-it-works': {
    title: 'How it works · Courtly',
    description:
      'How an hour on a private court is found, booked and played, and how hosts open theirs.',
    indexed: true,
  },
  '/elite': {
    title: 'Elite membership · Courtly',
    description:
      'Priority access 72 hours ahead, a curated network and exclusive events: membership for those who play.',
    indexed: true,
  },
  '/request': {
    title: 'Request your city · Courtly',
    description:
      'Tell us where Courtly should open next, and how many people ask for the same city.',
    indexed: true,
  },
  '/register': {
    title: 'Create your account · Courtly',
    description: 'Join Courtly to book private tennis and pickleball courts, or to list your own.',
    indexed: true,
  },
  '/login': { title: 'Sign in · Courtly', description: home.description, indexed: false },
  '/forgot-password': {
    title: 'Forgot your password? · Courtly',
    description: 'Have a link to a new password sent to you.',
    indexed: false,
  },
  '/reset-password': {
    title: 'Set a new password · Courtly',
    description: 'Set a new password for your account.',
    indexed: false,
  },
  '/host-application': {
    title: 'Become a host · Courtly',
    description:
      'Open your private court to approved players, at the hours and the rate that you set.',
    indexed: true,
  },
  '/player-application': {
    title: 'Apply as a player · Courtly',
    description:
      'Apply for Elite membership of Courtly: tell us how you play and why you would like to join.',
    indexed: true,
  },
  '/rankings': {
    title: 'Elite Rankings · Courtly',
    description:
      'Who leads on the private courts of Courtly: ranks, ratings and win rates of members.',
    indexed: true,
  },
  '/how-ratings-work': {
    title: 'How ratings work · Courtly',
    description: 'What moves a rating on Courtly, how much a match counts, and who is ranked.',
    indexed: true,
  },
} as const satisfies Record<string, PublicPage>;
export type PublicPath = keyof typeof publicPages;

/** Other addresses of public pages; `:courtId` is the same in both. */
export const otherAddresses: Readonly<Record<string, PublicPath | '/courts/:courtId'>> = {
  '/explore': '/courts',
  '/luxury': '/courts',
  '/auth': '/login',
  '/court/:courtId': '/courts/:courtId',
};

/** The addresses that belong to one person, or are a step of something: never in a search engine. */
export const privatePaths: readonly string[] = [
  '/dashboard',
  '/courts/new',
  '/courts/:courtId/edit',
  '/owner/dashboard',
  '/owner/availability',
  '/owner/calendar',
  '/owner/courts',
  '/host-dashboard',
  '/host',
  '/host/courts',
  '/host/bookings',
  '/host/earnings',
  '/admin',
  '/admin/dashboard',
  '/admin/:page',
  '/bookings',
  '/bookings/:bookingId/receipt',
  '/matches',
  '/matches/claim/:matchId/:token',
  '/notices',
  '/notices/preferences',
  '/players/:playerId',
  '/profile',
  '/profile/edit',
  '/confirm-email',
  '/invited',
  '/checkout',
  '/checkout-success',
  '/host-thank-you',
  '/application-submitted',
  '/unsubscribe/:token',
  '/waiver-test',
];

/** What stands in the page until its scripts have come; one for all addresses that have none of their own. */
export type Shell = 'courts' | 'courtsWithPhoto' | 'court' | 'courtWithPhoto' | 'other';

/** Where the server puts what it knows of a court into the shell of its page. */
export const shellPlaces = {
  name: '%COURT_NAME%',
  description: '%COURT_DESCRIPTION%',
  photo: '%COURT_PHOTO%',
} as const;

/** The texts of a court's page. */
export const courtTexts = ({
  name,
  location,
  surfaceType,
  hourlyRate,
  description,
}: Pick<Court, 'name' | 'location' | 'surfaceType' | 'hourlyRate' | 'description'>): PageTexts => {
  const kind = surfaceType === 'other' ? 'Private court' : `Private ${surfaceType} court`;
  const facts = `${kind} in ${location}, $${hourlyRate.replace(/\.00$/, '')} an hour.`;
  return {
    title: `${name}, ${location} · ${SITE_NAME}`,
    description: `${facts} ${description}`.trim(),
  };
};
