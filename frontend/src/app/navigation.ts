import type { Session } from '../resources/session/session';
import { canAdminister, canHost } from '../resources/session/permissions';
import { paths } from '../config/paths';

export type NavItem = { to: string; label: string };

const visitor: NavItem[] = [
  { to: paths.courts, label: 'Explore Courts' },
  { to: paths.howItWorks, label: 'How It Works' },
  { to: paths.login, label: 'Sign In' },
  { to: paths.register, label: 'Sign Up' },
];

const member: NavItem[] = [
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
export const isUnder = (to: string, pathname: string): boolean =>
  hostPages.test(pathname)
    ? to === paths.hostDashboard
    : pathname === to || (to !== paths.home && pathname.startsWith(`${to}/`));

/** The header links, merged from both navigation variants of the product spec. */
export const barItems = ({ state, user }: Session): NavItem[] =>
  state === 'loading'
    ? []
    : state === 'visitor'
      ? visitor
      : [
          ...member,
          ...(canHost(user) ? [{ to: paths.hostDashboard, label: 'Host Dashboard' }] : []),
        ];

/** The links in the menu under a member's first name. */
export const menuItems = ({ user }: Session): NavItem[] => [
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
