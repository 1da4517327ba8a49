import { Injectable } from '@nestjs/common';
import { ReadModels } from '../../platform/projections/read-models.js';
import { type CityDemand, cityDemand } from './city-demand.projection.js';

const atLeast = (position: string, other: string) =>
  position.padStart(20, '0') >= other.padStart(20, '0');

/** So many cities say where to open next. */
const MOST_SHOWN = 100;

/** The demand for cities, from its read model. */
@Injectable()
export class CityQueries {
  constructor(private readonly readModels: ReadModels) {}

  /** Where most people would like to play, with how many they are. */
  async mostWanted(): Promise<CityDemand[]> {
    const found = await this.readModels.read(cityDemand, (all) =>
      all.find({}).sort({ requests: -1, _id: 1 }).limit(MOST_SHOWN).toArray(),
    );
    return found.map(({ city, requests }) => ({ city, requests }));
  }

  /**
   * How many people ask for a city, with the wish that was just written at `position`, whether the read model holds it already
   * or not. Others who ask in the same moment may not be counted yet.
   */
  async demand(slug: string, position: string | null): Promise<number> {
    const found = await this.readModels.read(cityDemand, (all) => all.findOne({ _id: slug }));
    if (!found) return 1;
    return position === null || atLeast(found.position, position)
      ? found.requests
      : found.requests + 1;
  }
}
