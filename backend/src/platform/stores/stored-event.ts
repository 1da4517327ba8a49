import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client';

/** An event as the store gives it back, before it is understood. */
export type StoredEvent = Readonly<{
  id: string;
  stream: string;
  type: string;
  revision: number;
  position: string;
  data: unknown;
  metadata: unknown;
  /** When it was stored: milliseconds since 1970, UTC, by the store's clock. */
  storedAt: number;
}>;

/** An event as the store takes it. */
export type EncodedEvent = Readonly<{ id: string; type: string; data: object; metadata: object }>;

/** A position of the log as text: 20 decimal digits, which compare as text. */
export const asPosition = (commit: bigint): string => commit.toString().padStart(20, '0');

/** None for a link whose event is gone. */
export const asStored = (
  resolved: Pick<ResolvedEvent, 'event'> | AllStreamResolvedEvent,
): StoredEvent[] => {
  const { event } = resolved;
  if (!event) return [];
  const { id, type, data, metadata, streamId, revision, created } = event;
  const position = asPosition('position' in event && event.position ? event.position.commit : 0n);
  const storedAt = created.getTime();
  return [
    { id, type, data, metadata, stream: streamId, revision: Number(revision), position, storedAt },
  ];
};
