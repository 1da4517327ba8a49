import { useQuery } from '@tanstack/react-query';
import { hostFiguresQuery } from '../resources/hosting/hosting-queries';

const MOST_SHOWN = 99;

/** How many requests wait for a host's answer, beside the way to them; nothing while there are none. */
export function OpenRequests() {
  const { data: figures } = useQuery(hostFiguresQuery);
  if (!figures?.pending) return null;
  return (
    <span className="figures ml-1.5 inline-grid h-5 min-w-5 place-items-center rounded-full bg-pending-wash px-1.5 text-sm leading-none font-semibold text-pending">
      {figures.pending > MOST_SHOWN ? `${MOST_SHOWN}+` : figures.pending}
      <span className="sr-only"> {figures.pending === 1 ? 'request' : 'requests'} to answer</span>
    </span>
  );
}
