import type { AuditKind } from '@courtly/contracts/audit';
import { paths } from '../../config/paths';

/** Links to the audit timeline of one record. */
export const timelineLink = (kind: AuditKind, id: string): string =>
  `${paths.audit}?${new URLSearchParams({ tab: 'timeline', kind, id })}`;
