import type { Court } from './courts.js';

export const SITE_NAME = 'Courtly';

/** Page metadata for search engines and link previews. */
export type PageTexts = Readonly<{ title: string; description: string }>;

/** `indexed` pages are in the sitemap; all others are marked `noindex`. */
type PublicPage = PageTexts & Readonly<{ indexed: boolean }>;

const homePage: PublicPage = {
  title: 'Courtly: private tennis courts for the elite',
  description:
    'Book luxury tennis and pickleball courts at private estates. An invite-only network, launching in Paradise Valley and Scottsdale.',
  indexed: true,
};

/** Public pages by path. All other pages use the texts of `/`. */
export const publicPages = {
  '/': homePage,
  '/courts': {
    title: 'Private courts · Courtly',
    description: 'Private tennis and pickleball courts by the hour: surfaces, rates, amenities.',
    indexed: true,
  },
  '/how-it-works': {
    title: 'How it works · Courtly',
    description:
      'How to find, book, and play an hour on a private court, and how hosts list theirs.',
    indexed: true,
  },
  '/elite': {
    title: 'Elite membership · Courtly',
    description: 'Courts open to you first, service fees are lower, and rankings are complete.',
    indexed: true,
  },
  '/request': {
    title: 'Request your city · Courtly',
    description: 'Tell us where Courtly should open next.',
    indexed: true,
  },
  '/register': {
    title: 'Create your account · Courtly',
    description: 'Join Courtly to book private tennis and pickleball courts, or to list your own.',
    indexed: true,
  },
  '/login': { title: 'Sign in · Courtly', description: homePage.description, indexed: false },
  '/forgot-password': {
    title: 'Forgot your password? · Courtly',
    description: 'Get a link to reset your password.',
    indexed: false,
  },
  '/reset-password': {
    title: 'Set a new password · Courtly',
    description: 'Set a new password for your account.',
    indexed: false,
  },
  '/host-application': {
    title: 'Become a host · Courtly',
    description: 'Open your private court to approved players at the hours and rate you set.',
    indexed: true,
  },
  '/player-application': {
    title: 'Apply as a player · Courtly',
    description: 'Apply for Elite membership: tell us how you play and why you want to join.',
    indexed: true,
  },
  '/rankings': {
    title: 'Elite Rankings · Courtly',
    description: 'See who leads on Courtly: ranks, ratings, and win rates of players.',
    indexed: true,
  },
  '/how-ratings-work': {
    title: 'How ratings work · Courtly',
    description: 'What changes a rating on Courtly, how much a match counts, and who is ranked.',
    indexed: true,
  },
  '/terms': {
    title: 'Terms of service · Courtly',
    description: 'What Courtly does, and what players and hosts agree to.',
    indexed: false,
  },
  '/privacy': {
    title: 'Privacy notice · Courtly',
    description: 'What Courtly stores about people, who sees it, and how long it is kept.',
    indexed: false,
  },
  '/hosting-terms': {
    title: 'Hosting terms · Courtly',
    description: 'What hosts agree to when they list a court.',
    indexed: false,
  },
  '/cancellation-policy': {
    title: 'Cancellation policy · Courtly',
    description: 'What players get back when a booking is canceled.',
    indexed: false,
  },
} as const satisfies Record<string, PublicPage>;
export type PublicPath = keyof typeof publicPages;

/** Aliases of public pages. `:courtId` is the same in both paths. */
export const pathAliases: Readonly<Record<string, PublicPath | '/courts/:courtId'>> = {
  '/explore': '/courts',
  '/luxury': '/courts',
  '/auth': '/login',
  '/court/:courtId': '/courts/:courtId',
};

/** Pages that search engines must not index. */
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
  '/elite/receipts/:receiptNumber',
  '/matches',
  '/matches/claim/:matchId/:token',
  '/notices',
  '/notices/preferences',
  '/players/:playerId',
  '/profile',
  '/profile/edit',
  '/confirm-email',
  '/verify-email',
  '/invited',
  '/application-deletion',
  '/checkout',
  '/checkout-success',
  '/host-thank-you',
  '/application-submitted',
  '/answer-request',
  '/unsubscribe/:token',
  '/never-email-me/:token',
  '/invitations/:token',
  '/waiver-test',
  '/waivers/:token',
];

/** The prerendered HTML shell of a page; `other` is the default. */
export type Shell = 'courts' | 'courtsWithPhoto' | 'court' | 'courtWithPhoto' | 'other';

/** The placeholders in the court shells, which the server replaces. */
export const shellPlaces = {
  name: '%COURT_NAME%',
  description: '%COURT_DESCRIPTION%',
  photo: '%COURT_PHOTO%',
} as const;

export const courtTexts = ({
  name,
  location,
  surfaceType,
  shownPrice,
  description,
}: Pick<Court, 'name' | 'location' | 'surfaceType' | 'shownPrice' | 'description'>): PageTexts => {
  const courtKind = surfaceType === 'other' ? 'Private court' : `Private ${surfaceType} court`;
  const shownAmount = shownPrice.amount.replace(/\.00$/, '');
  const priceNote = shownPrice.note ? ` (${shownPrice.note})` : '';
  const courtFacts = `${courtKind} in ${location}, $${shownAmount} an hour${priceNote}.`;
  return {
    title: `${name}, ${location} · ${SITE_NAME}`,
    description: `${courtFacts} ${description}`.trim(),
  };
};
