import { Navigate, useParams } from 'react-router-dom';
import { paths } from '../config/paths';

/** Redirects /court/{id} to /courts/{id}. */
export function CourtAlias() {
  const { courtId = '' } = useParams();
  return <Navigate replace to={paths.court(courtId)} />;
}
