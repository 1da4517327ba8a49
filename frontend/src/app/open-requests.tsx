import { useOptionalData } from '../lib/use-optional-data';
import { hostFiguresQuery } from '../resources/hosting/hosting-queries';

const MAX_COUNT = 99;

/** A badge with the number of booking requests that await the host's response. */
export function OpenRequests() {
  const figures = useOptionalData(hostFiguresQuery);
  if (!figures?.pending) return null;
  return (
    <span className="figures ml-1.5 inline-grid h-5 min-w-5 place-items-center rounded-full bg-pending-wash px-1.5 text-sm leading-none font-semibold text-pending">
      {figures.pending > MAX_COUNT ? `${MAX_COUNT}+` : figures.pending}
      <span className="sr-only">
        {' '}
        {figures.pending === 1 ? 'request' : 'requests'} awaiting your response
      </span>
    </span>
  );
}
