import type { AdminWaiting } from '@courtly/contracts/admin-waiting';
import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { cx } from 'class-variance-authority';
import { PageMeta } from '../../lib/page-meta';
import { useOptionalData } from '../../lib/use-optional-data';
import { paths } from '../../config/paths';
import { adminWaitingQuery } from './waiting-query';
import { Heading } from '../../ui/heading';

/** The admin pages, in navigation order. */
const adminLinks: readonly Readonly<{
  to: string;
  label: string;
  waiting?: keyof AdminWaiting;
}>[] = [
  { to: paths.adminDashboard, label: 'Applications', waiting: 'applications' },
  { to: paths.adminPage('users'), label: 'Users' },
  { to: paths.adminPage('courts'), label: 'Courts' },
  { to: paths.adminPage('bookings'), label: 'Bookings' },
  { to: paths.adminMoney, label: 'Money', waiting: 'money' },
  { to: paths.adminPage('approvals'), label: 'Approvals', waiting: 'approvals' },
  { to: paths.adminPage('accounting'), label: 'Accounting' },
  { to: paths.adminPage('reviews'), label: 'Reports', waiting: 'reports' },
  { to: paths.adminPage('incidents'), label: 'Incidents', waiting: 'incidents' },
  { to: paths.adminPage('disputes'), label: 'Disputes', waiting: 'disputes' },
  { to: paths.adminPage('rating-flags'), label: 'Rating Flags' },
  { to: paths.adminPage('cities'), label: 'Cities' },
  { to: paths.adminPage('policies'), label: 'Policies' },
  { to: paths.adminPage('replay'), label: 'Replay' },
  { to: paths.adminPage('system'), label: 'System' },
  { to: paths.audit, label: 'Audit' },
];

export function AdminNav() {
  const counts = useOptionalData(adminWaitingQuery);
  const navRef = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone, the row is longer than the screen. The current page must be in view.
  useEffect(() => {
    const nav = navRef.current;
    const current = nav?.querySelector<HTMLElement>('[aria-current=page]');
    if (nav && current)
      nav.scrollLeft = current.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav
      ref={navRef}
      aria-label="Admin"
      className="relative mb-8 flex gap-x-6 gap-y-1 overflow-x-auto border-b border-rule [scrollbar-width:thin] md:flex-wrap"
    >
      {adminLinks.map(({ to, label, waiting }) => (
        <NavLink
          key={to}
          to={to}
          className={({ isActive }) =>
            cx(
              'inline-flex h-11 shrink-0 items-center border-b-2',
              isActive ? 'border-court' : 'border-transparent text-quiet',
            )
          }
        >
          {label}
          {waiting && counts && counts[waiting] > 0 && (
            <span className="figures ml-2 text-sm font-semibold text-court">
              {counts[waiting]}
              <span className="sr-only"> waiting</span>
            </span>
          )}
        </NavLink>
      ))}
    </nav>
  );
}

export function AdminLayout({
  title,
  lead,
  children,
}: {
  title: string;
  lead: string;
  children: ReactNode;
}) {
  return (
    <div className="page pt-10">
      <PageMeta title={title} description={lead} />
      <Heading level={1} className="mb-3">
        {title}
      </Heading>
      <p className="mb-6 max-w-prose text-quiet">{lead}</p>
      <AdminNav />
      {children}
    </div>
  );
}
