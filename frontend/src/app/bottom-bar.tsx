import { CalendarDays, House, KeyRound, Search, Trophy, UserRound } from 'lucide-react';
import type { User } from '@courtly/contracts/identity';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../config/paths';
import { canHost } from '../resources/session/permissions';
import { useSession } from '../resources/session/session';
import { isUnder } from './navigation';
import { OpenRequests } from './open-requests';

const rankingsItem = { to: paths.rankings, label: 'Rankings', Icon: Trophy };
const hostingItem = { to: paths.hostDashboard, label: 'Hosting', Icon: KeyRound };
const navigationItems = (user: User | null) => [
  { to: paths.home, label: 'Home', Icon: House },
  { to: paths.courts, label: 'Explore', Icon: Search },
  { to: paths.bookings, label: 'Bookings', Icon: CalendarDays },
  canHost(user) ? hostingItem : rankingsItem,
  { to: paths.profile, label: 'Profile', Icon: UserRound },
];

const hiddenPaths: readonly string[] = [
  paths.login,
  paths.register,
  paths.forgotPassword,
  paths.resetPassword,
];

/**
 * Bottom navigation for phones and tablets, hidden on the sign-in and sign-up pages and
 * while the page shows its own bar (`data-page-bar`).
 */
export function BottomBar() {
  const { pathname } = useLocation();
  const { user } = useSession();
  if (hiddenPaths.includes(pathname)) return null;
  return (
    <>
      <div aria-hidden className="h-20 lg:hidden short:hidden" />
      <nav
        aria-label="Shortcuts"
        className="fixed inset-x-0 bottom-0 z-40 border-t border-rule bg-raised/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-md lg:hidden short:hidden [body:has([data-page-bar])_&]:hidden"
      >
        <ul className="mx-auto grid max-w-2xl grid-cols-5">
          {navigationItems(user).map(({ to, label, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={isUnder(to, pathname) ? 'page' : undefined}
                className="group relative flex h-16 flex-col items-center justify-center gap-1 text-[0.8125rem] leading-none text-quiet focus-visible:-outline-offset-3 aria-[current=page]:text-ink"
              >
                <span
                  aria-hidden
                  className="absolute inset-x-5 -top-px h-0.5 bg-brass-line opacity-0 group-aria-[current=page]:opacity-100"
                />
                <Icon size={21} strokeWidth={1.5} aria-hidden />
                <span className="flex items-center">
                  {label}
                  {to === paths.hostDashboard && <OpenRequests />}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
