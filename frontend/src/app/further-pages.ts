export const waiverTest = async () =>
  (await import('../features/waiver/waiver-test-page')).WaiverTestPage;
export const receipt = async () => (await import('../features/bookings/receipt-page')).ReceiptPage;
export const hostEarnings = async () =>
  (await import('../features/hosting/host-earnings-page')).HostEarningsPage;
export const newCourt = async () =>
  (await import('../features/court-form/new-court-page')).NewCourtPage;
export const editCourt = async () =>
  (await import('../features/court-form/edit-court-page')).EditCourtPage;
export const noticePreferences = async () =>
  (await import('../features/notifications/notification-preferences-page')).NoticePreferencesPage;
export const unsubscribe = async () =>
  (await import('../features/notifications/unsubscribe-page')).UnsubscribePage;
export const editProfile = async () =>
  (await import('../features/profile/edit-profile-page')).EditProfilePage;
export const confirmEmail = async () =>
  (await import('../features/profile/confirm-email-page')).ConfirmEmailPage;
export const checkoutSuccess = async () =>
  (await import('../features/elite/success-page')).SuccessPage;
export const notFound = async () => (await import('./not-found-page')).NotFoundPage;
export const hostApplication = async () =>
  (await import('../features/applications/host-application-page')).HostApplicationPage;
export const playerApplication = async () =>
  (await import('../features/applications/player-application-page')).PlayerApplicationPage;
export const hostThankYou = async () =>
  (await import('../features/applications/thank-you-pages')).HostThankYouPage;
export const applicationSubmitted = async () =>
  (await import('../features/applications/thank-you-pages')).ApplicationSubmittedPage;
export const invited = async () =>
  (await import('../features/applications/invited-page')).InvitedPage;
export const admin = async () => (await import('../features/admin/admin-page')).AdminPage;
export const audit = async () => (await import('../features/audit/audit-page')).AuditPage;
export const matches = async () => (await import('../features/matches/matches-page')).MatchesPage;
export const rankings = async () =>
  (await import('../features/rankings/rankings-page')).RankingsPage;
export const howRatingsWork = async () =>
  (await import('../features/rankings/how-ratings-work-page')).HowRatingsWorkPage;
export const player = async () => (await import('../features/players/player-page')).PlayerPage;
export const desk = async () => (await import('../features/admin/admin-routes')).Desk;
