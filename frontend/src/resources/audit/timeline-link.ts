import type { AuditKind } from '@courtly/contracts/audit';
import { paths } from '../../config/paths';

/** All that is on record of one thing, for admins. */
export const timelineLink = (kind: AuditKind, id: string): string =>
  `${paths.audit}?${new URLSearchParams({ tab: 'timeline', kind, id })}`;
