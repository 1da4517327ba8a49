import { POLICY_CHECK } from '../../platform/ops/policy-check.js';
import { defineSlice } from '../../platform/slice.js';
import { CatalogController } from './catalog.controller.js';
import { PoliciesInForce } from './policies-in-force.service.js';
import { PoliciesController } from './policies.controller.js';
import { PolicyQueries } from './policies.queries.js';
import { PolicyAtStart } from './policy-at-start.service.js';
import { PublishPolicyHandler, WithdrawPolicyHandler } from './policy-changes.commands.js';
import { PolicyDrafts } from './policy-drafts.service.js';
import { policyEvents } from './policy.events.js';

export const policies = defineSlice({
  name: 'policies',
  controllers: [PoliciesController, CatalogController],
  providers: [
    PoliciesInForce,
    { provide: POLICY_CHECK, useExisting: PoliciesInForce },
    PolicyAtStart,
    PolicyDrafts,
    PolicyQueries,
    PublishPolicyHandler,
    WithdrawPolicyHandler,
  ],
  exports: [PolicyDrafts, POLICY_CHECK],
  events: [policyEvents],
  projections: [],
});
