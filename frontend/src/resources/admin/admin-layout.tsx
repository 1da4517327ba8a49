import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { cn } from '../../lib/cn';
import { PageMeta } from '../../lib/page-meta';
import { adminLinks } from './admin-links';

export function AdminNav() {
  return (
    <nav aria-label="Admin" className="mb-8 flex flex-wrap gap-x-6 gap-y-1 border-b border-rule">
      {adminLinks.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          className={({ isActive }) =>
            cn(
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
