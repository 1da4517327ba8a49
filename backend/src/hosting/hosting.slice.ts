import type { Slice } from '../slice.js';
import { courtOffers } from './court-offers.projection.js';
import { courtUse } from './court-use.projection.js';
import { hostRecords } from './host-records.projection.js';
import { earnings } from './earnings.projection.js';
import { HostingModule } from './hosting.module.js';

export const hosting: Slice = {
  name: 'hosting',
  module: HostingModule,
  events: [],
  projections: [earnings, courtUse, courtOffers, hostRecords],
};
