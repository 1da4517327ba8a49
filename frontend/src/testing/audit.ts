import type { AuditEntry, AuditEvent, AuditedEvent } from '@courtly/contracts/audit';

/** Olga disputes the match that Pavel logged. */
export const eventLike = (changes: Partial<AuditEvent> = {}): AuditEvent => ({
  id: 'e3',
  at: '2027-03-13T18:00:05.678Z',
  type: 'MatchDisputed',
  sentence: "Olga Smash disputed Pavel Drop's result",
  thing: { kind: 'booking', id: 'b1' },
  stream: 'match-b1_pavel',
  actor: { id: 'olga', role: 'player', name: 'Olga Smash' },
  courtId: 'roxbury',
  bookingId: 'b1',
  requestId: 'r3',
  ...changes,
});

export const entryLike = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  ...eventLike(),
  people: [
    { id: 'pavel', name: 'Pavel Drop' },
    { id: 'olga', name: 'Olga Smash' },
  ],
  reason: 'It was 4-6.',
  policyId: null,
  changes: [
    { field: 'answer', before: 'none', after: 'disputed' },
    { field: 'reasonBy', before: null, after: 'olga' },
  ],
  ...changes,
});

export const auditedLike = (changes: Partial<AuditedEvent> = {}): AuditedEvent => ({
  ...entryLike(),
  revision: 2,
  data: { reason: 'It was 4-6.' },
  metadata: { version: 1 },
  ...changes,
});
