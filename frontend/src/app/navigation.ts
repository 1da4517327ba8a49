import type { Session } from '../resources/session/session';
import { canAdminister, canHost } from '../resources/session/permissions';
import { paths } from '../config/paths';

export type NavItem = { to: string; label: string };

const visitorLinks: NavItem[] = [
  { to: paths.courts, label: 'Explore Courts' },
  { to: paths.howItWorks, label: 'How It Works' },
  { to: paths.login, label: 'Sign In' },
  { to: paths.register, label: 'Sign Up' },
];

const memberLinks: NavItem[] = [
  { to: paths.bookings, label: 'My Bookings' },
  { to: paths.profile, label: 'My Profile' },
  { to: paths.courts, label: 'Explore' },
  { to: paths.rankings, label: 'Rankings' },
];

const hostPages = /^\/(owner|host)[/-]|^\/courts\/(new|.+\/edit)$/;

/**
 * Whether a link points to the current page or an ancestor. All host pages belong to the host
 * dashboard.
 */
export const isUnder = (linkPath: string, pathname: string): boolean =>
  hostPages.test(pathname)
    ? linkPath === paths.hostDashboard
    : pathname === linkPath || (linkPath !== paths.home && pathname.startsWith(`${linkPath}/`));

/** The header links, which merge both navigation variants of the product spec. */
export const headerLinks = ({ state, user }: Session): NavItem[] =>
  state === 'unknown'
    ? []
    : state === 'signedOut'
      ? visitorLinks
      : [
          ...memberLinks,
          ...(canHost(user) ? [{ to: paths.hostDashboard, label: 'Host Dashboard' }] : []),
        ];

/** The links in the menu under a member's first name. */
export const menuLinks = ({ user }: Session): NavItem[] => [
  { to: paths.dashboard, label: 'Dashboard' },
  ...(canHost(user)
    ? [
        { to: paths.hostDashboard, label: 'Host Dashboard' },
        { to: paths.hostCalendar, label: 'Calendar' },
        { to: paths.newCourt, label: 'List Your Court' },
      ]
    : []),
  ...(canAdminister(user) ? [{ to: paths.adminDashboard, label: 'Admin Dashboard' }] : []),
];
