import { Navigate, Route, Routes } from 'react-router-dom';
import { paths } from '../../config/paths';
import { CitiesPage } from './cities-page';
import { DeskCourtsPage } from './courts-page';
import { DisputesPage } from './disputes-page';
import { PoliciesPage } from './policies-page';
import { RatingFlagsPage } from './rating-flags-page';
import { ReviewsPage } from './reviews-page';
import { UsersPage } from './users-page';

/** The pages of the desk beside that of applications. */
export function Desk() {
  return (
    <Routes>
      <Route path="users" element={<UsersPage />} />
      <Route path="courts" element={<DeskCourtsPage />} />
      <Route path="reviews" element={<ReviewsPage />} />
      <Route path="disputes" element={<DisputesPage />} />
      <Route path="rating-flags" element={<RatingFlagsPage />} />
      <Route path="cities" element={<CitiesPage />} />
      <Route path="policies" element={<PoliciesPage />} />
      <Route path="*" element={<Navigate replace to={paths.adminDashboard} />} />
    </Routes>
  );
}
