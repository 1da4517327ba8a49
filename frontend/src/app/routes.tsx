import { isCheckout } from '@courtly/contracts/checkout-document';
import type { QueryClient } from '@tanstack/react-query';
import {
  Navigate,
  Outlet,
  Route,
  type RouteObject,
  type ShouldRevalidateFunctionArgs,
  createRoutesFromElements,
  useParams,
} from 'react-router-dom';
import { HomePage } from '../features/home/home-page';
import { Spinner } from '../ui/skeleton';
import { RouteErrorPage } from './error-page';
import { RequireHost, RequireMember } from './guards';
import { Layout } from './layout';
import { lazyRoutes } from './lazy-routes';
import { checkoutDocument, createLoaders } from './loaders';
import { paths } from '../config/paths';

const ROOT_ID = 'root';

/**
 * Hydration data without loader results, so that the router keeps the prerendered page in place.
 */
export const initialHydrationData = { loaderData: { [ROOT_ID]: null } };

const pathAliases: Record<string, string> = {
  '/luxury': paths.courts,
  '/auth': paths.login,
  '/admin': paths.adminDashboard,
  '/host': paths.hostDashboard,
  '/host/courts': paths.hostTab('courts'),
  '/host/bookings': paths.hostTab('bookings'),
  [paths.ownerCourts]: paths.hostTab('courts'),
};

/**
 * Queries refetch when the search changes on the same page. A loader would delay every keystroke.
 */
const isDifferentPath = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname;

/** Redirects /court/{id} to /courts/{id}. */
function CourtAlias() {
  const { courtId = '' } = useParams();
  return <Navigate replace to={paths.court(courtId)} />;
}

/**
 * All routes of the website.
 * @param currentLocation location of the current document
 */
export const createRoutes = (
  queryClient: QueryClient,
  currentLocation: Pick<URL, 'pathname'> = { pathname: paths.home },
): RouteObject[] => {
  const loaders = createLoaders(queryClient);
  const documentLoader = checkoutDocument(currentLocation);
  // The root route needs a loader only in the checkout document. Elsewhere, it would delay every
  // first view.
  const rootLoader = isCheckout(currentLocation.pathname)
    ? { loader: documentLoader, shouldRevalidate: () => true }
    : {};
  return createRoutesFromElements(
    <Route id={ROOT_ID} {...rootLoader} element={<Layout />} errorElement={<RouteErrorPage />}>
      <Route errorElement={<RouteErrorPage />} hydrateFallbackElement={<Spinner />}>
        <Route path={paths.home} element={<HomePage />} />
        <Route path={paths.login} lazy={lazyRoutes.login} />
        <Route path={paths.register} lazy={lazyRoutes.register} />
        <Route path={paths.forgotPassword} lazy={lazyRoutes.forgotPassword} />
        <Route path={paths.resetPassword} lazy={lazyRoutes.resetPassword} />
        {[paths.courts, '/explore'].map((sourcePath) => (
          <Route
            key={sourcePath}
            path={sourcePath}
            loader={loaders.courts}
            shouldRevalidate={isDifferentPath}
            lazy={lazyRoutes.courts}
          />
        ))}
        <Route path={paths.court(':courtId')} loader={loaders.court} lazy={lazyRoutes.court} />
        <Route path={paths.howItWorks} lazy={lazyRoutes.howItWorks} />
        <Route path={paths.elite} lazy={lazyRoutes.elite} />
        <Route path={paths.request} lazy={lazyRoutes.requestCity} />
        <Route path={paths.answerRequest} lazy={lazyRoutes.answerRequest} />
        <Route path={paths.unsubscribe} lazy={lazyRoutes.unsubscribe} />
        <Route path={paths.neverEmailMe} lazy={lazyRoutes.neverEmailMe} />
        {[paths.terms, paths.privacy, paths.hostingTerms, paths.cancellationPolicy].map((path) => (
          <Route key={path} path={path} lazy={lazyRoutes.paper} />
        ))}
        <Route path={paths.waiverTest} lazy={lazyRoutes.waiverTest} />
        <Route path={paths.guestWaiver(':token')} lazy={lazyRoutes.guestWaiver} />
        <Route path={paths.invited} lazy={lazyRoutes.invited} />
        <Route path={paths.courtInvitation} lazy={lazyRoutes.courtInvitation} />
        <Route path={paths.deleteApplication} lazy={lazyRoutes.deleteApplication} />
        <Route path={paths.verifyEmail} lazy={lazyRoutes.verifyEmail} />
        <Route element={<RequireMember />}>
          <Route path={paths.checkoutPage} loader={documentLoader} lazy={lazyRoutes.checkout} />
          <Route path={paths.checkoutSuccess} lazy={lazyRoutes.checkoutSuccess} />
          <Route path={paths.bookings} lazy={lazyRoutes.bookings} />
          <Route path={paths.receipt(':bookingId')} lazy={lazyRoutes.receipt} />
          <Route path={paths.membershipReceipt(':receiptNumber')} lazy={lazyRoutes.receipt} />
          <Route path={paths.dashboard} lazy={lazyRoutes.dashboard} />
          <Route path={`${paths.matches}/*`} lazy={lazyRoutes.matches} />
          <Route path={paths.player(':playerId')} lazy={lazyRoutes.player} />
          <Route path={paths.notifications} lazy={lazyRoutes.notifications} />
          <Route path={paths.notificationPreferences} lazy={lazyRoutes.notificationPreferences} />
          <Route path={paths.editProfile} lazy={lazyRoutes.editProfile} />
          <Route path={paths.confirmEmail} lazy={lazyRoutes.confirmEmail} />
          <Route element={<RequireHost />}>
            <Route path={paths.ownerDashboard} lazy={lazyRoutes.hostDashboard} />
            <Route path={paths.ownerAvailability} lazy={lazyRoutes.availability} />
            <Route path={paths.hostCalendar} lazy={lazyRoutes.hostCalendar} />
            <Route path={paths.hostEarnings} lazy={lazyRoutes.hostEarnings} />
            <Route path={paths.newCourt} lazy={lazyRoutes.newCourt} />
            <Route path={paths.editCourt(':courtId')} lazy={lazyRoutes.editCourt} />
          </Route>
          <Route path={paths.adminPage('*')} lazy={lazyRoutes.adminArea} />
        </Route>
        <Route element={<RequireMember loadingFallback={<Outlet />} />}>
          <Route path={paths.profile} lazy={lazyRoutes.profile} />
        </Route>
        <Route path={paths.hostDashboard} lazy={lazyRoutes.hostDashboard} />
        <Route path={paths.hostApplication} lazy={lazyRoutes.hostApplication} />
        <Route path={paths.hostThankYou} lazy={lazyRoutes.hostThankYou} />
        <Route path={paths.playerApplication} lazy={lazyRoutes.playerApplication} />
        <Route path={paths.applicationSubmitted} lazy={lazyRoutes.applicationSubmitted} />
        <Route path={paths.rankings} lazy={lazyRoutes.rankings} />
        <Route path={paths.howRatingsWork} lazy={lazyRoutes.howRatingsWork} />
        <Route path="/court/:courtId" element={<CourtAlias />} />
        {Object.entries(pathAliases).map(([sourcePath, targetPath]) => (
          <Route
            key={sourcePath}
            path={sourcePath}
            element={<Navigate replace to={targetPath} />}
          />
        ))}
        <Route path="*" lazy={lazyRoutes.notFound} />
      </Route>
    </Route>,
  );
};
