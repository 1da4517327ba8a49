import { Inject, Injectable } from '@nestjs/common';
import { EVENT_SETS, type EventSet } from '../kernel/events.js';
import { ProcessPositions } from '../processes/positions.service.js';
import { EventStore } from '../stores/event-store.js';
import {
  processLagSeconds,
  processSetAside,
  projectionErasuresPending,
  projectionLagSeconds,
  projectionParkedStreams,
  projectionStopped,
  projectionTorn,
  projectionUnownedSeconds,
} from '../stores/metrics.js';
import { pendingErasures } from './checkpoint.js';
import { Checkpoints } from './checkpoints.js';
import { allCategories } from './event-filter.js';
import { Parking } from './parking.js';
import { type AnyProjection, PROJECTIONS } from './projection.js';
import { Projectors } from './projectors.js';
import { Heartbeats } from './heartbeats.js';

/**
 * The state of a read model. `seconds` is the age of the oldest event that it does not show: 0 if
 * it shows all, null if unknown; `unownedSeconds` is the time without a live owner, as far as this
 * process knows; `stopped` is the reason why no release continues, if any; `torn` means that it
 * contains events that the log does not have, and is being rebuilt. `parkedStreams` is the number
 * of streams that it skips because of an event that it cannot fold.
 */
export type ReadModelLag = Readonly<{
  readModel: string;
  complete: boolean;
  seconds: number | null;
  unownedSeconds: number;
  stopped: string | null;
  torn: boolean;
  parkedStreams: number;
}>;

const READ_TIMEOUT_MS = 1_500;

/** Compares the checkpoints with the end of the log, even if no projector is running. */
@Injectable()
export class Lags {
  private readonly ownerBeats = new Heartbeats();
  private lastProcessEnd: string | null | undefined;

  constructor(
    private readonly eventStore: EventStore,
    private readonly checkpoints: Checkpoints,
    private readonly projectors: Projectors,
    private readonly parking: Parking,
    private readonly processPositions: ProcessPositions,
    @Inject(EVENT_SETS) private readonly eventSets: readonly EventSet[],
    @Inject(PROJECTIONS) private readonly projections: readonly AnyProjection[],
  ) {}

  /** @throws Error if MongoDB does not respond */
  async measureLags(): Promise<readonly ReadModelLag[]> {
    const checkpoints = await this.checkpoints.loadAll();
    const liveProcessIds = new Set(await this.projectors.liveIds());
    const parkedCounts = await this.parking.countByCollection();
    const logEnd = await this.eventStore.readLogEnd().catch(() => undefined);
    const lagAfter = this.lagMeasure(logEnd);
    return Promise.all(
      this.projections.map(async ({ name: readModel }) => {
        const { live, owner = null, stopped, torn, refold } = checkpoints.get(readModel) ?? {};
        const position = live?.position ?? '';
        const unownedMs = this.ownerBeats.observeBeat(
          readModel,
          owner && liveProcessIds.has(owner) ? owner : '',
        );
        const unownedSeconds = owner && liveProcessIds.has(owner) ? 0 : unownedMs / 1000;
        const isTorn = Boolean(torn) || (logEnd !== undefined && position > (logEnd ?? ''));
        const lagSeconds = isTorn ? null : await lagAfter(position);
        if (lagSeconds !== null) projectionLagSeconds.set({ projection: readModel }, lagSeconds);
        projectionUnownedSeconds.set({ projection: readModel }, unownedSeconds);
        projectionStopped.set({ projection: readModel }, stopped ? 1 : 0);
        projectionTorn.set({ projection: readModel }, isTorn ? 1 : 0);
        projectionErasuresPending.set({ projection: readModel }, pendingErasures(refold));
        const parkedStreams = live ? (parkedCounts.get(live.collection) ?? 0) : 0;
        projectionParkedStreams.set({ projection: readModel }, parkedStreams);
        return {
          readModel,
          complete: Boolean(live),
          seconds: lagSeconds,
          unownedSeconds,
          stopped: stopped?.reason ?? null,
          torn: isTorn,
          parkedStreams,
        };
      }),
    );
  }

  /**
   * Sets the lag of each process manager that has read the log before.
   * @throws Error if MongoDB does not respond
   */
  async measureProcessLags(): Promise<void> {
    const positions = await this.processPositions.list();
    const setAside = await this.processPositions.countSetAside();
    const lastEnd = this.lastProcessEnd;
    this.lastProcessEnd = await this.eventStore.readLogEnd().catch(() => lastEnd);
    // Positions are stored late, so compare them with the log's end at the previous measurement.
    const lagAfter = this.lagMeasure(lastEnd);
    await Promise.all(
      positions.map(async ({ process, position }) => {
        const lagSeconds = await lagAfter(position);
        if (lagSeconds !== null) processLagSeconds.set({ process }, lagSeconds);
        processSetAside.set({ process }, setAside.get(process) ?? 0);
      }),
    );
  }

  /**
   * Measures the lag of each position only once. `logEnd` is undefined if the store does not
   * respond.
   */
  private lagMeasure(logEnd: string | null | undefined) {
    const pendingAges = new Map<string, Promise<number | null>>();
    return (position: string): Promise<number | null> | number | null => {
      if (logEnd === undefined) return null;
      if (position >= (logEnd ?? '')) return 0;
      const pendingAge = pendingAges.get(position) ?? this.eventAgeAfter(position);
      pendingAges.set(position, pendingAge);
      return pendingAge;
    };
  }

  /**
   * The age in seconds of the first event after a position, based on the clocks of the store and
   * this process.
   */
  private async eventAgeAfter(position: string): Promise<number | null> {
    const abortSignal = AbortSignal.timeout(READ_TIMEOUT_MS);
    try {
      for await (const { events } of this.eventStore.follow(
        allCategories(this.eventSets),
        position || null,
        1,
        abortSignal,
      )) {
        const [firstEvent] = events;
        return firstEvent ? Math.max(0, Date.now() - firstEvent.storedAt) / 1000 : 0;
      }
    } catch {
      // The store has become unavailable.
    }
    return null;
  }
}
