import type { Decider, Message } from '../kernel/decider.js';
import type { CityDemandEvent } from './city-demand.events.js';

/** The same for all ways to write a city: "St. Louis" and "st louis" are `st-louis`, "São Paulo" is `sao-paulo`. */
export const slugOf = (city: string): string =>
  city
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

export type CityDemandCommand = Message<'RequestCity', CityDemandEvent['data']>;

/** Who asked for a city, as hashes. */
export type Wishes = ReadonlySet<string>;

/** How many people ask for Courtly in one city: each counts once. */
export const cityDemand: Decider<Wishes, CityDemandCommand, CityDemandEvent> = {
  category: 'cityDemand',
  initial: new Set(),
  decide: ({ data }, wishes) => (wishes.has(data.by) ? [] : [{ type: 'CityRequested', data }]),
  evolve: (wishes, { data }) => new Set([...wishes, data.by]),
};
