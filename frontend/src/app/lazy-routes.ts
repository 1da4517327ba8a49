import { lazyRoute } from './lazy-route';

/** Every page except the home page loads on demand. */
export const lazyRoutes = {
  login: lazyRoute(async () => (await import('../features/auth/login-page')).LoginPage),
  register: lazyRoute(async () => (await import('../features/auth/register-page')).RegisterPage),
  forgotPassword: lazyRoute(
    async () => (await import('../features/auth/forgot-password-page')).ForgotPasswordPage,
  ),
  resetPassword: lazyRoute(
    async () => (await import('../features/auth/reset-password-page')).ResetPasswordPage,
  ),
  courts: lazyRoute(async () => (await import('../features/courts/courts-page')).CourtsPage),
  court: lazyRoute(async () => (await import('./court-page')).CourtPage),
  checkout: lazyRoute(
    async () => (await import('../features/checkout/checkout-page')).CheckoutPage,
  ),
  bookings: lazyRoute(
    async () => (await import('../features/bookings/bookings-page')).BookingsPage,
  ),
  dashboard: lazyRoute(
    async () => (await import('../features/dashboard/dashboard-page')).DashboardPage,
  ),
  hostDashboard: lazyRoute(
    async () => (await import('../features/hosting/host-dashboard-page')).HostDashboardPage,
  ),
  availability: lazyRoute(
    async () => (await import('../features/availability/availability-page')).AvailabilityPage,
  ),
  hostCalendar: lazyRoute(
    async () => (await import('../features/host-calendar/host-calendar-page')).HostCalendarPage,
  ),
  notifications: lazyRoute(
    async () => (await import('../features/notifications/notifications-page')).NotificationsPage,
  ),
  profile: lazyRoute(async () => (await import('../features/profile/profile-page')).ProfilePage),
  howItWorks: lazyRoute(
    async () => (await import('../features/how-it-works/how-it-works-page')).HowItWorksPage,
  ),
  elite: lazyRoute(async () => (await import('../features/elite/elite-page')).ElitePage),
  requestCity: lazyRoute(async () => (await import('../features/cities/request-page')).RequestPage),
  guestWaiver: lazyRoute(
    async () => (await import('../features/waiver/guest-waiver-page')).GuestWaiverPage,
  ),
  paper: lazyRoute(async () => (await import('../features/papers/paper-page')).PaperPage),
  waiverTest: lazyRoute(
    async () => (await import('../features/waiver/waiver-test-page')).WaiverTestPage,
  ),
  receipt: lazyRoute(async () => (await import('../features/receipts/receipt-page')).ReceiptPage),
  hostEarnings: lazyRoute(
    async () => (await import('../features/hosting/host-earnings-page')).HostEarningsPage,
  ),
  newCourt: lazyRoute(
    async () => (await import('../features/court-form/new-court-page')).NewCourtPage,
  ),
  editCourt: lazyRoute(
    async () => (await import('../features/court-form/edit-court-page')).EditCourtPage,
  ),
  notificationPreferences: lazyRoute(
    async () =>
      (await import('../features/notifications/notification-preferences-page'))
        .NotificationPreferencesPage,
  ),
  answerRequest: lazyRoute(
    async () => (await import('../features/hosting/answer-request-page')).AnswerRequestPage,
  ),
  unsubscribe: lazyRoute(
    async () => (await import('../features/notifications/unsubscribe-page')).UnsubscribePage,
  ),
  neverEmailMe: lazyRoute(
    async () => (await import('../features/notifications/never-email-me-page')).NeverEmailMePage,
  ),
  editProfile: lazyRoute(
    async () => (await import('../features/profile/edit-profile-page')).EditProfilePage,
  ),
  confirmEmail: lazyRoute(
    async () => (await import('../features/profile/email-link-pages')).ConfirmEmailPage,
  ),
  verifyEmail: lazyRoute(
    async () => (await import('../features/profile/email-link-pages')).VerifyEmailPage,
  ),
  checkoutSuccess: lazyRoute(
    async () => (await import('../features/elite/success-page')).SuccessPage,
  ),
  notFound: lazyRoute(async () => (await import('./not-found-page')).NotFoundPage),
  hostApplication: lazyRoute(
    async () =>
      (await import('../features/applications/host-application-page')).HostApplicationPage,
  ),
  playerApplication: lazyRoute(
    async () =>
      (await import('../features/applications/player-application-page')).PlayerApplicationPage,
  ),
  hostThankYou: lazyRoute(
    async () => (await import('../features/applications/thank-you-pages')).HostThankYouPage,
  ),
  applicationSubmitted: lazyRoute(
    async () => (await import('../features/applications/thank-you-pages')).ApplicationSubmittedPage,
  ),
  courtInvitation: lazyRoute(
    async () => (await import('../features/courts/court-invitation-page')).CourtInvitationPage,
  ),
  invited: lazyRoute(
    async () => (await import('../features/applications/invited-page')).InvitedPage,
  ),
  deleteApplication: lazyRoute(
    async () =>
      (await import('../features/applications/delete-application-page')).DeleteApplicationPage,
  ),
  matches: lazyRoute(async () => (await import('../features/matches/matches-page')).MatchesPage),
  rankings: lazyRoute(
    async () => (await import('../features/rankings/rankings-page')).RankingsPage,
  ),
  howRatingsWork: lazyRoute(
    async () => (await import('../features/rankings/how-ratings-work-page')).HowRatingsWorkPage,
  ),
  player: lazyRoute(async () => (await import('../features/players/player-page')).PlayerPage),
  adminArea: lazyRoute(async () => (await import('./admin-area')).AdminArea),
};
