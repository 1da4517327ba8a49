import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadErrors, hasFailed } from '../../ui/load-error';
import { meQuery } from './session';

/** What a page shows while the session is unknown: `children`, or an error with a retry. */
export function UnknownSession({ children }: { children?: ReactNode }) {
  const query = useQuery(meQuery);
  return hasFailed(query) ? (
    <LoadErrors className="my-6" label="your account" queries={[query]} />
  ) : (
    children
  );
}
