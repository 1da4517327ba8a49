import type { AdminWaiting } from '@courtly/contracts/admin-waiting';
import { MOST_COUNTED } from '@courtly/contracts/total-count';
import { Injectable } from '@nestjs/common';
import { conversations } from '../../booking/messages/conversations.projection.js';
import { reviews } from '../../booking/reviews/reviews.projection.js';
import { moneyCases } from '../../money/cases/money-cases.projection.js';
import { applications } from '../../people/applications/applications.projection.js';
import type { ReadModel, ReadModelCollection } from '../../platform/projections/projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { matches } from '../../play/matches/matches.projection.js';
import { incidents } from '../incidents/incidents.projection.js';
import { confirmations } from '../confirmations/confirmations.projection.js';

const isReported = { reportedAt: { $gt: '' } };

/** What waits for an admin, by page. */
@Injectable()
export class WaitingQueries {
  constructor(private readonly readModels: ReadModels) {}

  async counts(): Promise<AdminWaiting> {
    const [players, hosts, money, approvals, reviewReports, messageReports, disputes, rulings] =
      await Promise.all([
        this.count(applications, { kind: 'player', status: 'pending' }),
        this.count(applications, { kind: 'host', status: 'pending' }),
        this.count(moneyCases, { status: 'open' }),
        this.count(confirmations, { status: 'waiting' }),
        this.count(reviews, isReported),
        this.count(conversations, isReported),
        this.count(matches, { needsRuling: true }),
        this.count(incidents, { status: 'ruling' }),
      ]);
    return {
      applications: players + hosts,
      money,
      approvals,
      reports: reviewReports + messageReports,
      disputes,
      incidents: rulings,
    };
  }

  private count(readModel: object, filter: object): Promise<number> {
    return this.readModels.read(readModel as ReadModel, (collection: ReadModelCollection) =>
      collection.countDocuments(filter, { limit: MOST_COUNTED }),
    );
  }
}
