import type { QueryClient } from '@tanstack/react-query';
import { Navigate, Outlet, Route, createRoutesFromElements, matchRoutes, useRoutes } from 'react-router-dom';
import { HomePage } from '../features/home/home-page';
import { CourtAlias } from './court-alias';
import { RequireAdmin, RequireHost, RequireMember } from './guards';
import { Layout } from './layout';
import { lazyPage, loadElement } from './lazy-page';
import { paths } from './paths';

const Login = lazyPage(() => import('../features/auth/login-page'));
const Register = lazyPage(() => import('../features/auth/register-page'));
const Courts = lazyPage(() => import('../features/courts/courts-page'));
const Court = lazyPage(() => import('./court-page'));
const Checkout = lazyPage(() => import('../features/booking/checkout-page'));
const WaiverTest = lazyPage(() => import('../features/waiver/waiver-test-page'));
const Bookings = lazyPage(() => import('../features/bookings/bookings-page'));
const Dashboard = lazyPage(() => import('../features/dashboard/dashboard-page'));
const HostDashboard = lazyPage(() => import('./host-dashboard-page'));
const OwnerDashboard = lazyPage(() => import('./owner-dashboard-page'));
const NewCourt = lazyPage(() => import('../features/court-form/new-court-page'));
const EditCourt = lazyPage(() => import('../features/court-form/edit-court-page'));
const Availability = lazyPage(() => import('../features/availability/availability-page'));
const Profile = lazyPage(() => import('../features/profile/profile-page'));
const EditProfile = lazyPage(() => import('../features/profile/edit-profile-page'));
const HowItWorks = lazyPage(() => import('../features/how-it-works/how-it-works-page'));
const Elite = lazyPage(() => import('../features/elite/elite-page'));
const RequestCity = lazyPage(() => import('../features/cities/request-page'));
const NotOpenYet = lazyPage(() => import('./not-open-yet-page'));
const NotFound = lazyPage(() => import('./not-found-page'));

const announced = [
  paths.rankings,
  paths.hostApplication,
  paths.playerApplication,
  '/checkout-success',
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
  '/host/earnings': paths.hostTab('earnings'),
  [paths.ownerCourts]: paths.ownerTab('courts'),
};

/** Every address of the website and what stands there. */
const routes = createRoutesFromElements(
  <Route element={<Layout />}>
    <Route path={paths.home} element={<HomePage />} />
    <Route path={paths.login} element={<Login />} />
    <Route path={paths.register} element={<Register />} />
    <Route path={paths.courts} element={<Courts />} />
    <Route path="/explore" element={<Courts />} />
    <Route path={paths.court(':courtId')} element={<Court />} />
    <Route path={paths.howItWorks} element={<HowItWorks />} />
    <Route path={paths.elite} element={<Elite />} />
    <Route path={paths.request} element={<RequestCity />} />
    <Route path={paths.waiverTest} element={<WaiverTest />} />
    <Route element={<RequireMember />}>
      <Route path={paths.checkoutPage} element={<Checkout />} />
    </Route>
    <Route element={<RequireMember />}>
      <Route path={paths.bookings} element={<Bookings />} />
      <Route path={paths.dashboard} element={<Dashboard />} />
      <Route path={paths.editProfile} element={<EditProfile />} />
      <Route element={<RequireHost />}>
        <Route path={paths.ownerDashboard} element={<OwnerDashboard />} />
        <Route path={paths.ownerAvailability} element={<Availability />} />
        <Route path={paths.newCourt} element={<NewCourt />} />
        <Route path={paths.editCourt(':courtId')} element={<EditCourt />} />
      </Route>
      <Route element={<RequireAdmin />}>
        <Route path={paths.adminDashboard} element={<NotOpenYet />} />
      </Route>
    </Route>
    <Route element={<RequireMember unsure={<Outlet />} />}>
      <Route path={paths.profile} element={<Profile />} />
    </Route>
    <Route path={paths.hostDashboard} element={<HostDashboard />} />
    {announced.map((path) => (
      <Route key={path} path={path} element={<NotOpenYet />} />
    ))}
    <Route path="/court/:courtId" element={<CourtAlias />} />
    {Object.entries(aliases).map(([path, to]) => (
      <Route key={path} path={path} element={<Navigate replace to={to} />} />
    ))}
    <Route path="*" element={<NotFound />} />
  </Route>,
);

export const AppRoutes = () => useRoutes(routes);

/** Fetches what stands at an address, so that the first view is whole. */
export const loadPage = (address: string, client: QueryClient): Promise<unknown> =>
  Promise.all(
    (matchRoutes(routes, address) ?? []).map(({ route, params }) => loadElement(route.element, client, params)),
  );
