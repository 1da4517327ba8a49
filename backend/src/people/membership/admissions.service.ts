import { Inject, Injectable } from '@nestjs/common';
import { applications } from '../applications/applications.projection.js';
import { CONFIG, type Config } from '../../config.js';
import { ReadModels } from '../../platform/projections/read-models.js';

/** Admits everyone, or only users with an approved application (domain rules, G2). */
@Injectable()
export class Admissions {
  constructor(
    private readonly readModels: ReadModels,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async maySubscribe(userId: string): Promise<boolean> {
    if (!this.config.policy.elite.monthlyNeedsApplication) return true;
    const approvedApplication = await this.readModels.read(applications, (collection) =>
      collection.findOne({ userId, kind: 'player', status: 'approved', isClaimed: true }),
    );
    return approvedApplication !== null;
  }
}
