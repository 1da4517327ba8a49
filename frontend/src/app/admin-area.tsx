import { Route, Routes } from 'react-router-dom';
import { lazyPage } from './lazy-route';
import { RequireAdmin } from './require-admin';

const AuditPage = lazyPage(async () => (await import('../features/audit/audit-page')).AuditPage);
const AdminRoutes = lazyPage(
  async () => (await import('../features/admin/admin-routes')).AdminRoutes,
);

/**
 * All pages below `/admin`. They are not listed as lazy routes, which keeps the first view small.
 */
export function AdminArea() {
  return (
    <Routes>
      <Route element={<RequireAdmin />}>
        <Route path="audit" element={<AuditPage />} />
        <Route path="*" element={<AdminRoutes />} />
      </Route>
    </Routes>
  );
}
