import { periodLabel } from '../../lib/policy-values';
import { useOptionalData } from '../../lib/use-optional-data';
import { catalogQuery } from './catalog-query';

/** How soon applicants get a reply, such as ` within 48 hours`, or an empty text until it loads. */
export const useReplyPeriod = (): string => {
  const catalog = useOptionalData(catalogQuery);
  // During an upgrade, an API of the previous release lacks it.
  return catalog?.reviewHours ? ` within ${periodLabel(catalog.reviewHours * 60)}` : '';
};
