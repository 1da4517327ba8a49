import { Injectable } from '@nestjs/common';
import { ReadModels } from '../../platform/projections/read-models.js';
import { type CityDemand, cityDemand } from './city-demand.projection.js';

const isAtLeast = (position: string, otherPosition: string) =>
  position.padStart(20, '0') >= otherPosition.padStart(20, '0');

const MAX_CITIES_SHOWN = 100;

@Injectable()
export class CityQueries {
  constructor(private readonly readModels: ReadModels) {}

  async mostWanted(): Promise<CityDemand[]> {
    const cityDemands = await this.readModels.read(cityDemand, (collection) =>
      collection.find({}).sort({ requests: -1, _id: 1 }).limit(MAX_CITIES_SHOWN).toArray(),
    );
    return cityDemands.map(({ city, requests }) => ({ city, requests }));
  }

  /**
   * Includes the request stored at `position` even if the read model lags. May miss concurrent
   * requests.
   */
  async requestCount(citySlug: string, position: string | null): Promise<number> {
    const storedDemand = await this.readModels.read(cityDemand, (collection) =>
      collection.findOne({ _id: citySlug }),
    );
    if (!storedDemand) return 1;
    return position === null || isAtLeast(storedDemand.position, position)
      ? storedDemand.requests
      : storedDemand.requests + 1;
  }
}
