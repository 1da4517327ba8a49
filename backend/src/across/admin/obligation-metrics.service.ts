import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Clock } from '../../platform/kernel/clock.js';
import { HOUR_MS, MINUTE_MS } from '../../platform/kernel/local-time.js';
import { RepeatedWork } from '../../platform/kernel/repeated-work.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { holdsEnding, overdueObligations } from '../../platform/stores/metrics.js';
import type { ReadModelCollection } from '../../platform/projections/projection.js';
import { obligations } from '../../money/settlement/obligations.projection.js';
import type { OpenObligation } from '../../money/settlement/open-obligation.js';
import { OverdueObligations, type OverdueSource } from './overdue-obligations.service.js';

const MEASURE_EVERY_MS = MINUTE_MS;
const HOLD_ENDS_SOON_MS = 12 * HOUR_MS;

/** Measures overdue obligations every minute in each worker. */
@Injectable()
export class ObligationMetrics implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('obligations');
  private readonly measurements = new RepeatedWork(MEASURE_EVERY_MS, () => this.measure());

  constructor(
    private readonly readModels: ReadModels,
    private readonly overdueObligations: OverdueObligations,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap() {
    if (this.config.ROLES.includes('worker')) this.measurements.start();
  }

  beforeApplicationShutdown() {
    return this.measurements.stop();
  }

  /** Sets the gauges. If a read model cannot be read, they keep their values. */
  async measure(): Promise<void> {
    try {
      const sources = await this.overdueObligations.sources();
      const counts = await Promise.all(sources.map((source) => this.countByStep(source)));
      const ending = await this.readModels.read(obligations, (collection) =>
        collection.countDocuments({
          what: 'capture',
          'payment.captureBefore': {
            $lte: new Date(this.clock.now() + HOLD_ENDS_SOON_MS).toISOString(),
          },
        }),
      );
      overdueObligations.reset();
      for (const { count, ...labels } of counts.flat()) overdueObligations.set(labels, count);
      holdsEnding.set(ending);
    } catch (error) {
      this.logger.warn(`Could not count overdue obligations: ${String(error)}`);
    }
  }
  private async countByStep({ kind, readModel, filter }: OverdueSource) {
    const counts = await this.readModels.read(
      readModel,
      (collection: ReadModelCollection<OpenObligation<string>>) =>
        collection
          .aggregate<{ _id: { what: string; owner?: string }; count: number }>([
            { $match: filter },
            { $group: { _id: { what: '$what', owner: '$owner' }, count: { $sum: 1 } } },
          ])
          .toArray(),
    );
    return counts.map(({ _id: { what, owner = 'courtly' }, count }) => ({
      kind,
      what,
      owner,
      count,
    }));
  }
}
