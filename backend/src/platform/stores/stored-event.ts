import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client';

/** An event as the store returns it, before decoding. */
export type StoredEvent = Readonly<{
  id: string;
  stream: string;
  type: string;
  revision: number;
  position: string;
  data: unknown;
  metadata: unknown;
  /** When the event was stored, by the store's clock: milliseconds since 1970, UTC. */
  storedAt: number;
}>;

/** An event in the format that the store accepts. */
export type EncodedEvent = Readonly<{ id: string; type: string; data: object; metadata: object }>;

/** A log position as 20 decimal digits, which compare as text. */
export const asPosition = (commit: bigint): string => commit.toString().padStart(20, '0');

/** Empty for a link to a deleted event. */
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
