import type { AuditKind } from '@courtly/contracts/audit';
import { paths } from '../../config/paths';

/** Links to the audit timeline of one record. */
export const timelineLink = (kind: AuditKind, id: string): string =>
  `${paths.audit}?${new URLSearchParams({ tab: 'timeline', kind, id })}`;

/** Links to the state of one record at an instant (UTC), by default now. */
export const pastStateLink = (kind: AuditKind, id: string, at?: string): string =>
  `${paths.audit}?${new URLSearchParams({ tab: 'as-of', kind, id, ...(at && { at }) })}`;
