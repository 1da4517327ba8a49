import { Injectable } from '@nestjs/common';
import { ReadModels } from '../../platform/projections/read-models.js';
import { type CityDemand, cityDemand } from './city-demand.projection.js';

const atLeast = (position: string, other: string) =>
  position.padStart(20, '0') >= other.padStart(20, '0');

const MOST_SHOWN = 100;

@Injectable()
export class CityQueries {
  constructor(private readonly readModels: ReadModels) {}

  async mostWanted(): Promise<CityDemand[]> {
    const found = await this.readModels.read(cityDemand, (all) =>
      all.find({}).sort({ requests: -1, _id: 1 }).limit(MOST_SHOWN).toArray(),
    );
    return found.map(({ city, requests }) => ({ city, requests }));
  }

  /**
   * Counts the request written at `position` even if the read model lags. Concurrent requests may
   * be missing.
   */
  async demand(slug: string, position: string | null): Promise<number> {
    const found = await this.readModels.read(cityDemand, (all) => all.findOne({ _id: slug }));
    if (!found) return 1;
    return position === null || atLeast(found.position, position)
      ? found.requests
      : found.requests + 1;
  }
}
