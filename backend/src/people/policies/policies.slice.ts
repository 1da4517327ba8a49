import { PoliciesController } from './policies.controller.js';
import { PolicyQueries } from './policies.queries.js';
import { PolicyAtStart } from './policy-at-start.service.js';
import { policyEvents } from './policy.events.js';
import { defineSlice } from '../../platform/slice.js';

export const policies = defineSlice({
  name: 'policies',
  controllers: [PoliciesController],
  providers: [PolicyAtStart, PolicyQueries],
  events: [policyEvents],
  projections: [],
});
