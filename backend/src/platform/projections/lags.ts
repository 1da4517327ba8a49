import { Inject, Injectable } from '@nestjs/common';
import { EVENT_SETS, type EventSet } from '../kernel/events.js';
import { EventStore } from '../stores/event-store.js';
import {
  projectionLagSeconds,
  projectionStopped,
  projectionUnownedSeconds,
} from '../stores/metrics.js';
import { Checkpoints } from './checkpoints.js';
import { allCategories } from './event-filter.js';
import { type AnyProjection, PROJECTIONS } from './projection.js';
import { Projectors } from './projectors.js';
import { Heartbeats } from './heartbeats.js';

/**
 * The state of a read model. `seconds` is the age of the oldest event that it does not show, 0 if
 * it shows all, null if unknown; `unownedSeconds` is the time without a live owner, as far as this
 * process knows; `stopped` is the reason why no release continues, if any.
 */
export type ReadModelLag = Readonly<{
  readModel: string;
  complete: boolean;
  seconds: number | null;
  unownedSeconds: number;
  stopped: string | null;
}>;

const ANSWER_WITHIN_MS = 1_500;

/** Compares the checkpoints with the end of the log, even if no process projects. */
@Injectable()
export class Lags {
  private readonly owners = new Heartbeats();

  constructor(
    private readonly store: EventStore,
    private readonly checkpoints: Checkpoints,
    private readonly projectors: Projectors,
    @Inject(EVENT_SETS) private readonly sets: readonly EventSet[],
    @Inject(PROJECTIONS) private readonly projections: readonly AnyProjection[],
  ) {}

  /** @throws Error if MongoDB does not respond */
  async measure(): Promise<readonly ReadModelLag[]> {
    const checkpoints = await this.checkpoints.load();
    const alive = new Set((await this.projectors.alive()).map(({ id }) => id));
    const end = await this.store.end().catch(() => undefined);
    const ages = new Map<string, Promise<number | null>>();
    const ageAfter = (position: string) => {
      const age = ages.get(position) ?? this.ageAfter(position);
      ages.set(position, age);
      return age;
    };
    return Promise.all(
      this.projections.map(async ({ name: readModel }) => {
        const { live, owner = null, stopped } = checkpoints.get(readModel) ?? {};
        const position = live?.position ?? '';
        const unowned = this.owners.observe(readModel, owner && alive.has(owner) ? owner : '');
        const unownedSeconds = owner && alive.has(owner) ? 0 : unowned / 1000;
        const seconds =
          end === undefined ? null : position >= (end ?? '') ? 0 : await ageAfter(position);
        if (seconds !== null) projectionLagSeconds.set({ projection: readModel }, seconds);
        projectionUnownedSeconds.set({ projection: readModel }, unownedSeconds);
        projectionStopped.set({ projection: readModel }, stopped ? 1 : 0);
        return {
          readModel,
          complete: Boolean(live),
          seconds,
          unownedSeconds,
          stopped: stopped?.reason ?? null,
        };
      }),
    );
  }

  /** The age in seconds of the first event after a position, by the clocks of store and process. */
  private async ageAfter(position: string): Promise<number | null> {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    try {
      for await (const { events } of this.store.follow(
        allCategories(this.sets),
        position || null,
        1,
        signal,
      )) {
        const [first] = events;
        return first ? Math.max(0, Date.now() - first.storedAt) / 1000 : 0;
      }
    } catch {
      // The store went away meanwhile.
    }
    return null;
  }
}
