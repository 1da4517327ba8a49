import { isCheckout } from '@courtly/contracts/checkout-document';
import type { QueryClient } from '@tanstack/react-query';
import {
  Navigate,
  Outlet,
  Route,
  type RouteObject,
  type ShouldRevalidateFunctionArgs,
  createRoutesFromElements,
} from 'react-router-dom';
import { HomePage } from '../features/home/home-page';
import { Spinner } from '../ui/skeleton';
import { CourtAlias } from './court-alias';
import { RouteErrorPage } from './error-page';
import { RequireAdmin, RequireHost, RequireMember } from './guards';
import { Layout } from './layout';
import { lazyRoute } from './lazy-route';
import { checkoutDocument, loadersOf } from './loaders';
import { paths } from '../config/paths';

/** The pages that have files of their own. */
const pages = {
  login: lazyRoute(async () => (await import('../features/auth/login-page')).LoginPage),
  register: lazyRoute(async () => (await import('../features/auth/register-page')).RegisterPage),
  forgotPassword: lazyRoute(async () => (await import('../features/auth/forgot-password-page')).ForgotPasswordPage),
  resetPassword: lazyRoute(async () => (await import('../features/auth/reset-password-page')).ResetPasswordPage),
  courts: lazyRoute(async () => (await import('../features/courts/courts-page')).CourtsPage),
  court: lazyRoute(async () => (await import('./court-page')).CourtPage),
  checkout: lazyRoute(async () => (await import('../features/checkout/checkout-page')).CheckoutPage),
  waiverTest: lazyRoute(async () => (await import('../features/waiver/waiver-test-page')).WaiverTestPage),
  bookings: lazyRoute(async () => (await import('../features/bookings/bookings-page')).BookingsPage),
  receipt: lazyRoute(async () => (await import('../features/bookings/receipt-page')).ReceiptPage),
  dashboard: lazyRoute(async () => (await import('../features/dashboard/dashboard-page')).DashboardPage),
  hostDashboard: lazyRoute(async () => (await import('../features/hosting/host-dashboard-page')).HostDashboardPage),
  hostEarnings: lazyRoute(async () => (await import('../features/hosting/host-earnings-page')).HostEarningsPage),
  newCourt: lazyRoute(async () => (await import('../features/court-form/new-court-page')).NewCourtPage),
  editCourt: lazyRoute(async () => (await import('../features/court-form/edit-court-page')).EditCourtPage),
  availability: lazyRoute(async () => (await import('../features/availability/availability-page')).AvailabilityPage),
  hostCalendar: lazyRoute(async () => (await import('../features/host-calendar/host-calendar-page')).HostCalendarPage),
  matches: lazyRoute(async () => (await import('../features/matches/matches-page')).MatchesPage),
  notices: lazyRoute(async () => (await import('../features/notices/notices-page')).NoticesPage),
  noticePreferences: lazyRoute(
    async () => (await import('../features/notices/notice-preferences-page')).NoticePreferencesPage,
  ),
  unsubscribe: lazyRoute(async () => (await import('../features/notices/unsubscribe-page')).UnsubscribePage),
  profile: lazyRoute(async () => (await import('../features/profile/profile-page')).ProfilePage),
  editProfile: lazyRoute(async () => (await import('../features/profile/edit-profile-page')).EditProfilePage),
  confirmEmail: lazyRoute(async () => (await import('../features/profile/confirm-email-page')).ConfirmEmailPage),
  howItWorks: lazyRoute(async () => (await import('../features/how-it-works/how-it-works-page')).HowItWorksPage),
  elite: lazyRoute(async () => (await import('../features/elite/elite-page')).ElitePage),
  checkoutSuccess: lazyRoute(async () => (await import('../features/elite/success-page')).SuccessPage),
  requestCity: lazyRoute(async () => (await import('../features/cities/request-page')).RequestPage),
  notOpenYet: lazyRoute(async () => (await import('./not-open-yet-page')).NotOpenYetPage),
  notFound: lazyRoute(async () => (await import('./not-found-page')).NotFoundPage),
};

/** The route around all pages. */
const ROOT = 'root';

/** What the first view of a document has of its routes' data already: the router takes it over where it is. */
export const firstData = { loaderData: { [ROOT]: null } };

const announced = [
  paths.rankings,
  paths.hostApplication,
  paths.playerApplication,
  '/host-thank-you',
  '/application-submitted',
];

const aliases: Record<string, string> = {
  '/luxury': paths.courts,
  '/auth': paths.login,
  '/admin': paths.adminDashboard,
  '/host': paths.hostDashboard,
  '/host/courts': paths.hostTab('courts'),
  '/host/bookings': paths.hostTab('bookings'),
  [paths.ownerCourts]: paths.hostTab('courts'),
};

/** On the page itself its own queries follow the address, at once: a loader would hold up each letter that is typed. */
const isAnotherPage = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname;

/**
 * Every address of the website and what stands there.
 * @param shown the address that this document was asked for
 */
export const routesOf = (
  client: QueryClient,
  shown: Pick<URL, 'pathname'> = { pathname: paths.home },
): RouteObject[] => {
  const loaders = loadersOf(client);
  const ownDocument = checkoutDocument(shown);
  // Elsewhere the way in has a loader alone: one around all pages would hold up the first view of each.
  const wayOut = isCheckout(shown.pathname) ? { loader: ownDocument, shouldRevalidate: () => true } : {};
  return createRoutesFromElements(
    <Route id={ROOT} {...wayOut} element={<Layout />} errorElement={<RouteErrorPage />}>
      <Route errorElement={<RouteErrorPage />} hydrateFallbackElement={<Spinner />}>
        <Route path={paths.home} element={<HomePage />} />
        <Route path={paths.login} lazy={pages.login} />
        <Route path={paths.register} lazy={pages.register} />
        <Route path={paths.forgotPassword} lazy={pages.forgotPassword} />
        <Route path={paths.resetPassword} lazy={pages.resetPassword} />
        {[paths.courts, '/explore'].map((path) => (
          <Route key={path} path={path} loader={loaders.courts} shouldRevalidate={isAnotherPage} lazy={pages.courts} />
        ))}
        <Route path={paths.court(':courtId')} loader={loaders.court} lazy={pages.court} />
        <Route path={paths.howItWorks} lazy={pages.howItWorks} />
        <Route path={paths.elite} lazy={pages.elite} />
        <Route path={paths.request} lazy={pages.requestCity} />
        <Route path={paths.unsubscribe} lazy={pages.unsubscribe} />
        <Route path={paths.waiverTest} lazy={pages.waiverTest} />
        <Route element={<RequireMember />}>
          <Route path={paths.checkoutPage} loader={ownDocument} lazy={pages.checkout} />
          <Route path={paths.checkoutSuccess} lazy={pages.checkoutSuccess} />
          <Route path={paths.bookings} lazy={pages.bookings} />
          <Route path={paths.receipt(':bookingId')} lazy={pages.receipt} />
          <Route path={paths.dashboard} lazy={pages.dashboard} />
          <Route path={`${paths.matches}/*`} lazy={pages.matches} />
          <Route path={paths.notices} lazy={pages.notices} />
          <Route path={paths.noticePreferences} lazy={pages.noticePreferences} />
          <Route path={paths.editProfile} lazy={pages.editProfile} />
          <Route path={paths.confirmEmail} lazy={pages.confirmEmail} />
          <Route element={<RequireHost />}>
            <Route path={paths.ownerDashboard} lazy={pages.hostDashboard} />
            <Route path={paths.ownerAvailability} lazy={pages.availability} />
            <Route path={paths.hostCalendar} lazy={pages.hostCalendar} />
            <Route path={paths.hostEarnings} lazy={pages.hostEarnings} />
            <Route path={paths.newCourt} lazy={pages.newCourt} />
            <Route path={paths.editCourt(':courtId')} lazy={pages.editCourt} />
          </Route>
          <Route element={<RequireAdmin />}>
            <Route path={paths.adminDashboard} lazy={pages.notOpenYet} />
          </Route>
        </Route>
        <Route element={<RequireMember unsure={<Outlet />} />}>
          <Route path={paths.profile} lazy={pages.profile} />
        </Route>
        <Route path={paths.hostDashboard} lazy={pages.hostDashboard} />
        {announced.map((path) => (
          <Route key={path} path={path} lazy={pages.notOpenYet} />
        ))}
        <Route path="/court/:courtId" element={<CourtAlias />} />
        {Object.entries(aliases).map(([path, to]) => (
          <Route key={path} path={path} element={<Navigate replace to={to} />} />
        ))}
        <Route path="*" lazy={pages.notFound} />
      </Route>
    </Route>,
  );
};
