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
import type * as FurtherPages from './further-pages';
import { HomePage } from '../features/home/home-page';
import { Spinner } from '../ui/skeleton';
import { CourtAlias } from './court-alias';
import { RouteErrorPage } from './error-page';
import { RequireAdmin, RequireHost, RequireMember } from './guards';
import { Layout } from './layout';
import { lazyRoute } from './lazy-route';
import { checkoutDocument, loadersOf } from './loaders';
import { paths } from '../config/paths';

const further = (name: keyof typeof FurtherPages) =>
  lazyRoute(async () => (await import('./further-pages'))[name]());

const pages = {
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
  notices: lazyRoute(
    async () => (await import('../features/notifications/notifications-page')).NoticesPage,
  ),
  profile: lazyRoute(async () => (await import('../features/profile/profile-page')).ProfilePage),
  howItWorks: lazyRoute(
    async () => (await import('../features/how-it-works/how-it-works-page')).HowItWorksPage,
  ),
  elite: lazyRoute(async () => (await import('../features/elite/elite-page')).ElitePage),
  requestCity: lazyRoute(async () => (await import('../features/cities/request-page')).RequestPage),
};

const ROOT = 'root';

/** Hydration data without loader results; the router keeps the prerendered page in place. */
export const firstData = { loaderData: { [ROOT]: null } };

const aliases: Record<string, string> = {
  '/luxury': paths.courts,
  '/auth': paths.login,
  '/admin': paths.adminDashboard,
  '/host': paths.hostDashboard,
  '/host/courts': paths.hostTab('courts'),
  '/host/bookings': paths.hostTab('bookings'),
  [paths.ownerCourts]: paths.hostTab('courts'),
};

/** Search changes on the same page refetch through queries; a loader would delay every keystroke. */
const isAnotherPage = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname;

/**
 * All routes of the website.
 * @param shown location of the current document
 */
export const routesOf = (
  client: QueryClient,
  shown: Pick<URL, 'pathname'> = { pathname: paths.home },
): RouteObject[] => {
  const loaders = loadersOf(client);
  const ownDocument = checkoutDocument(shown);
  // Only the checkout document needs a loader on the root route; elsewhere it would delay every
  // first view.
  const wayOut = isCheckout(shown.pathname)
    ? { loader: ownDocument, shouldRevalidate: () => true }
    : {};
  return createRoutesFromElements(
    <Route id={ROOT} {...wayOut} element={<Layout />} errorElement={<RouteErrorPage />}>
      <Route errorElement={<RouteErrorPage />} hydrateFallbackElement={<Spinner />}>
        <Route path={paths.home} element={<HomePage />} />
        <Route path={paths.login} lazy={pages.login} />
        <Route path={paths.register} lazy={pages.register} />
        <Route path={paths.forgotPassword} lazy={pages.forgotPassword} />
        <Route path={paths.resetPassword} lazy={pages.resetPassword} />
        {[paths.courts, '/explore'].map((path) => (
          <Route
            key={path}
            path={path}
            loader={loaders.courts}
            shouldRevalidate={isAnotherPage}
            lazy={pages.courts}
          />
        ))}
        <Route path={paths.court(':courtId')} loader={loaders.court} lazy={pages.court} />
        <Route path={paths.howItWorks} lazy={pages.howItWorks} />
        <Route path={paths.elite} lazy={pages.elite} />
        <Route path={paths.request} lazy={pages.requestCity} />
        <Route path={paths.unsubscribe} lazy={further('unsubscribe')} />
        <Route path={paths.waiverTest} lazy={further('waiverTest')} />
        <Route path={paths.invited} lazy={further('invited')} />
        <Route element={<RequireMember />}>
          <Route path={paths.checkoutPage} loader={ownDocument} lazy={pages.checkout} />
          <Route path={paths.checkoutSuccess} lazy={further('checkoutSuccess')} />
          <Route path={paths.bookings} lazy={pages.bookings} />
          <Route path={paths.receipt(':bookingId')} lazy={further('receipt')} />
          <Route path={paths.dashboard} lazy={pages.dashboard} />
          <Route path={`${paths.matches}/*`} lazy={further('matches')} />
          <Route path={paths.player(':playerId')} lazy={further('player')} />
          <Route path={paths.notices} lazy={pages.notices} />
          <Route path={paths.noticePreferences} lazy={further('noticePreferences')} />
          <Route path={paths.editProfile} lazy={further('editProfile')} />
          <Route path={paths.confirmEmail} lazy={further('confirmEmail')} />
          <Route element={<RequireHost />}>
            <Route path={paths.ownerDashboard} lazy={pages.hostDashboard} />
            <Route path={paths.ownerAvailability} lazy={pages.availability} />
            <Route path={paths.hostCalendar} lazy={pages.hostCalendar} />
            <Route path={paths.hostEarnings} lazy={further('hostEarnings')} />
            <Route path={paths.newCourt} lazy={further('newCourt')} />
            <Route path={paths.editCourt(':courtId')} lazy={further('editCourt')} />
          </Route>
          <Route element={<RequireAdmin />}>
            <Route path={paths.adminDashboard} lazy={further('admin')} />
            <Route path={paths.audit} lazy={further('audit')} />
            <Route path={paths.desk('*')} lazy={further('desk')} />
          </Route>
        </Route>
        <Route element={<RequireMember unsure={<Outlet />} />}>
          <Route path={paths.profile} lazy={pages.profile} />
        </Route>
        <Route path={paths.hostDashboard} lazy={pages.hostDashboard} />
        <Route path={paths.hostApplication} lazy={further('hostApplication')} />
        <Route path={paths.hostThankYou} lazy={further('hostThankYou')} />
        <Route path={paths.playerApplication} lazy={further('playerApplication')} />
        <Route path={paths.applicationSubmitted} lazy={further('applicationSubmitted')} />
        <Route path={paths.rankings} lazy={further('rankings')} />
        <Route path={paths.howRatingsWork} lazy={further('howRatingsWork')} />
        <Route path="/court/:courtId" element={<CourtAlias />} />
        {Object.entries(aliases).map(([path, to]) => (
          <Route key={path} path={path} element={<Navigate replace to={to} />} />
        ))}
        <Route path="*" lazy={further('notFound')} />
      </Route>
    </Route>,
  );
};
