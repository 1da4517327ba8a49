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
import { obligations } from './obligations.projection.js';

const MEASURE_EVERY_MS = MINUTE_MS;
/**
 * Steps are overdue if they have been due for longer, because sweeps and retries have had enough
 * time.
 */
const OVERDUE_AFTER_MS = HOUR_MS;
const HOLD_ENDS_SOON_MS = 12 * HOUR_MS;

/** Measures overdue obligations every minute in each worker. */
@Injectable()
export class ObligationMetrics implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('obligations');
  private readonly measurements = new RepeatedWork(MEASURE_EVERY_MS, () => this.measure());

  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap() {
    if (this.config.ROLES.includes('worker')) this.measurements.start();
  }

  beforeApplicationShutdown() {
    return this.measurements.stop();
  }

  /** Sets the gauges. If the read model cannot be read, they keep their values. */
  async measure(): Promise<void> {
    const instantIn = (offsetMs: number) => new Date(this.clock.now() + offsetMs).toISOString();
    try {
      const [overdue, ending] = await this.readModels.read(obligations, (collection) =>
        Promise.all([
          collection
            .aggregate<{ _id: { what: string; owner: string }; count: number }>([
              {
                $match: {
                  owner: { $in: ['courtly', 'admin'] },
                  dueAt: { $lte: instantIn(-OVERDUE_AFTER_MS) },
                },
              },
              { $group: { _id: { what: '$what', owner: '$owner' }, count: { $sum: 1 } } },
            ])
            .toArray(),
          collection.countDocuments({
            what: 'capture',
            'payment.captureBefore': { $lte: instantIn(HOLD_ENDS_SOON_MS) },
          }),
        ]),
      );
      overdueObligations.reset();
      for (const { _id, count } of overdue) overdueObligations.set(_id, count);
      holdsEnding.set(ending);
    } catch (error) {
      this.logger.warn(`overdue obligations could not be counted: ${String(error)}`);
    }
  }
}
