import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { cx } from 'class-variance-authority';
import { PageMeta } from '../../lib/page-meta';
import { paths } from '../../config/paths';

/** The admin pages, in navigation order. */
const adminLinks: readonly Readonly<{ to: string; label: string }>[] = [
  { to: paths.adminDashboard, label: 'Applications' },
  { to: paths.adminPage('users'), label: 'Users' },
  { to: paths.adminPage('courts'), label: 'Courts' },
  { to: paths.adminMoney, label: 'Money' },
  { to: paths.adminPage('accounting'), label: 'Accounting' },
  { to: paths.adminPage('reviews'), label: 'Reports' },
  { to: paths.adminPage('disputes'), label: 'Disputes' },
  { to: paths.adminPage('rating-flags'), label: 'Rating Flags' },
  { to: paths.adminPage('cities'), label: 'Cities' },
  { to: paths.adminPage('policies'), label: 'Policies' },
  { to: paths.adminPage('replay'), label: 'Replay' },
  { to: paths.adminPage('system'), label: 'System' },
  { to: paths.audit, label: 'Audit' },
];

export function AdminNav() {
  return (
    <nav aria-label="Admin" className="mb-8 flex flex-wrap gap-x-6 gap-y-1 border-b border-rule">
      {adminLinks.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          className={({ isActive }) =>
            cx(
              'inline-flex h-11 items-center border-b-2',
              isActive ? 'border-court' : 'border-transparent text-quiet',
            )
          }
        >
          {label}
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
      <h1 className="mb-3 font-display text-title">{title}</h1>
      <p className="mb-6 max-w-prose text-quiet">{lead}</p>
      <AdminNav />
      {children}
    </div>
  );
}
