import { Navigate, useParams } from 'react-router-dom';
import { paths } from '../config/paths';

/** /court/{id} is another name of /courts/{id}. */
export function CourtAlias() {
  const { courtId = '' } = useParams();
  return <Navigate replace to={paths.court(courtId)} />;
}
