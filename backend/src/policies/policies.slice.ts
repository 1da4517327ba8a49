import type { Slice } from '../slice.js';
import { PoliciesModule } from './policies.module.js';
import { policyEvents } from './policy.events.js';

export const policies: Slice = {
  name: 'policies',
  module: PoliciesModule,
  events: [policyEvents],
  projections: [],
};
