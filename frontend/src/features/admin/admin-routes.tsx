import { Navigate, Route, Routes } from 'react-router-dom';
import { paths } from '../../config/paths';
import { LoadFailed, lazyComponent } from '../../ui/lazy-component';
import { Spinner } from '../../ui/skeleton';
import { AccountingPage } from './accounting-page';
import { AdminPage } from './admin-page';
import { AdminBookingsPage } from './bookings-page';
import { ApprovalsPage } from './approvals-page';
import { CitiesPage } from './cities-page';
import { AdminCourtsPage } from './courts-page';
import { DisputesPage } from './disputes-page';
import { IncidentsPage } from './incidents-page';
import { MoneyPage } from './money-page';
import { PoliciesPage } from './policies-page';
import { RatingFlagsPage } from './rating-flags-page';
import { ReportsPage } from './reports-page';
import { SystemPage } from './system-page';
import { UsersPage } from './users-page';

const ReplayPage = lazyComponent(async () => (await import('./replay-page')).ReplayPage, {
  fallback: <Spinner />,
  renderError: (retryImport) => <LoadFailed subject="This page" onRetry={retryImport} />,
});

export function AdminRoutes() {
  return (
    <Routes>
      <Route path="dashboard" element={<AdminPage />} />
      <Route path="users" element={<UsersPage />} />
      <Route path="courts" element={<AdminCourtsPage />} />
      <Route path="bookings" element={<AdminBookingsPage />} />
      <Route path="money" element={<MoneyPage />} />
      <Route path="approvals" element={<ApprovalsPage />} />
      <Route path="accounting" element={<AccountingPage />} />
      <Route path="reviews" element={<ReportsPage />} />
      <Route path="disputes" element={<DisputesPage />} />
      <Route path="incidents" element={<IncidentsPage />} />
      <Route path="rating-flags" element={<RatingFlagsPage />} />
      <Route path="system" element={<SystemPage />} />
      <Route path="replay" element={<ReplayPage />} />
      <Route path="cities" element={<CitiesPage />} />
      <Route path="policies" element={<PoliciesPage />} />
      <Route path="*" element={<Navigate replace to={paths.adminDashboard} />} />
    </Routes>
  );
}
