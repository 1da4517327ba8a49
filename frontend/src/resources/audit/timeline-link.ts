import type { AuditKind } from '@courtly/contracts/audit';
import { paths } from '../../config/paths';

/** Link to the audit timeline of one thing. */
export const timelineLink = (subjectKind: AuditKind, subjectId: string): string =>
  `${paths.audit}?${new URLSearchParams({ tab: 'timeline', kind: subjectKind, id: subjectId })}`;
