import type { Sport } from '@courtly/contracts/sport';

/** All paths of the website; paths with parameters are functions. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  verifyEmail: '/verify-email',
  registerAs: (role: 'player' | 'owner') => `/register?role=${role}`,
  dashboard: '/dashboard',
  courts: '/courts',
  favourites: '/courts?favourites=1',
  court: (courtId: string) => `/courts/${courtId}`,
  /** A court page with a selected day in the court's time zone. */
  courtOnDay: (courtId: string, day: string) => `/courts/${courtId}?date=${day}`,
  /**
   * A court page with a selected slot. `day` is in the court's time zone, and `startTime` is an
   * instant (UTC).
   */
  courtHour: (courtId: string, day: string, startTime: string) =>
    `/courts/${courtId}?${new URLSearchParams({ date: day, slot: startTime })}`,
  newCourt: '/courts/new',
  editCourt: (courtId: string) => `/courts/${courtId}/edit`,
  ownerDashboard: '/owner/dashboard',
  ownerCourts: '/owner/courts',
  ownerAvailability: '/owner/availability',
  courtHours: (courtId: string) => `/owner/availability?court=${courtId}`,
  hostCalendar: '/owner/calendar',
  courtDay: (courtId: string, day: string) => `/owner/availability?court=${courtId}&date=${day}`,
  hostDashboard: '/host-dashboard',
  hostEarnings: '/host/earnings',
  hostTab: (tab: 'courts' | 'bookings' | 'earnings') => `/host-dashboard?tab=${tab}`,
  adminDashboard: '/admin/dashboard',
  adminMoney: '/admin/money',
  audit: '/admin/audit',
  adminPage: (page: string) => `/admin/${page}`,
  checkoutPage: '/checkout',
  checkout: (bookingId: string) => `/checkout?bookingId=${bookingId}`,
  joinElite: (plan: 'founding' | 'foundingRenewal' | 'monthly') => `/checkout?plan=${plan}`,
  checkoutSuccess: '/checkout-success',
  joinedElite: (paymentIntentId: string) => `/checkout-success?payment_intent=${paymentIntentId}`,
  howItWorks: '/how-it-works',
  bookings: '/bookings',
  receipt: (bookingId: string) => `/bookings/${bookingId}/receipt`,
  membershipReceipt: (receiptNumber: string) => `/elite/receipts/${receiptNumber}`,
  profile: '/profile',
  editProfile: '/profile/edit',
  matches: '/matches',
  notifications: '/notices',
  notificationPreferences: '/notices/preferences',
  answerRequest: '/answer-request',
  unsubscribe: '/unsubscribe/:token',
  neverEmailMe: '/never-email-me/:token',
  courtInvitation: '/invitations/:token',
  settings: '/profile?tab=settings',
  achievements: '/profile?tab=achievements',
  rankings: '/rankings',
  howRatingsWork: '/how-ratings-work',
  player: (playerId: string) => `/players/${playerId}`,
  /** Without a sport, the page shows the one that the player plays most. */
  playerTab: (playerId: string, tab: 'matches' | 'courts', sport?: Sport) =>
    `/players/${playerId}?tab=${tab}${sport ? `&sport=${sport}` : ''}`,
  playerIn: (playerId: string, sport: Sport) => `/players/${playerId}?sport=${sport}`,
  /** The court search for a match against this player. */
  challenge: (playerId: string) => `/courts?challenge=${playerId}`,
  hostApplication: '/host-application',
  hostThankYou: '/host-thank-you',
  applicationSubmitted: '/application-submitted',
  invited: '/invited',
  deleteApplication: '/application-deletion',
  playerApplication: '/player-application',
  elite: '/elite',
  request: '/request',
  terms: '/terms',
  privacy: '/privacy',
  hostingTerms: '/hosting-terms',
  cancellationPolicy: '/cancellation-policy',
  waiverTest: '/waiver-test',
  guestWaiver: (token: string) => `/waivers/${token}`,
} as const;

/** What hosts earn an hour, as the product advertises it. */
export const HOST_EARNINGS = '$100–$300+';

export const CONCIERGE_EMAIL = 'concierge@courtly.example';
