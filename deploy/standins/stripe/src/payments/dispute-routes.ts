import type Stripe from 'stripe';
import { invalidRequest } from '../http/api-error.js';
import {
  flagField,
  mergeMetadata,
  metadataField,
  oneOfField,
  textField,
} from '../http/parameters.js';
import {
  createListRoute,
  createRetrieveRoute,
  createRoute,
  type ApiRoutes,
} from '../http/route.js';
import { findObject, updateObject, type StripeState } from '../state.js';
import { advanceDispute, isInquiry, type DisputeStatus } from './dispute.js';
import { evidenceParameters } from './dispute-evidence.js';

/** Who decides after evidence is submitted. */
const REVIEW_STATUSES: Readonly<Record<string, DisputeStatus>> = {
  warning_needs_response: 'warning_under_review',
  needs_response: 'under_review',
  appeal_needs_response: 'appeal_under_review',
};

/** The bank's decisions on these texts (https://docs.stripe.com/testing#evidence). */
const TEST_DECISIONS: Readonly<Record<string, readonly [inquiry: DisputeStatus, DisputeStatus]>> = {
  winning_evidence: ['warning_closed', 'won'],
  losing_evidence: ['needs_response', 'lost'],
  escalate_inquiry_evidence: ['needs_response', 'lost'],
};

/** Submits the evidence of a dispute. Test evidence is decided immediately. */
function submitEvidence(state: StripeState, dispute: Stripe.Dispute): Stripe.Dispute {
  const details = dispute.evidence_details;
  state.objects.put('dispute', {
    ...dispute,
    evidence_details: {
      ...details,
      past_due: details.due_by !== null && details.due_by < state.now,
      submission_count: details.submission_count + 1,
      submission_method: 'manual',
    },
  });
  const reviewedDispute = advanceDispute(state, dispute.id, REVIEW_STATUSES[dispute.status]!);
  const decisions = TEST_DECISIONS[dispute.evidence.uncategorized_text ?? ''];
  if (!decisions) return reviewedDispute;
  return advanceDispute(state, dispute.id, decisions[isInquiry(dispute) ? 0 : 1]);
}

export const disputeRoutes: ApiRoutes = {
  'GET /v1/disputes/:id': createRetrieveRoute('dispute'),
  'GET /v1/disputes': createListRoute(
    'dispute',
    '/v1/disputes',
    { charge: textField, payment_intent: textField },
    ({ charge, payment_intent }) => ({ charge, payment_intent }),
  ),
  'POST /v1/disputes/:id': createRoute(
    {
      evidence: evidenceParameters,
      intended_submission_method: oneOfField('manual', 'prefer_manual'),
      metadata: metadataField,
      submit: flagField,
    },
    (state, { evidence, submit = true, metadata, intended_submission_method }, disputeId) => {
      const dispute = findObject(state, 'dispute', disputeId);
      if (evidence && !REVIEW_STATUSES[dispute.status])
        throw invalidRequest(
          `This dispute has a status of ${dispute.status} and accepts no evidence.`,
        );
      const stagedDispute = updateObject(
        state,
        'dispute',
        dispute,
        {
          metadata: mergeMetadata(dispute.metadata, metadata),
          ...(intended_submission_method && { intended_submission_method }),
          ...(evidence && {
            evidence: { ...dispute.evidence, ...(evidence as Stripe.Dispute.Evidence) },
            evidence_details: { ...dispute.evidence_details, has_evidence: true },
          }),
        },
        'charge.dispute.updated',
      );
      return evidence && submit ? submitEvidence(state, stagedDispute) : stagedDispute;
    },
  ),
  'POST /v1/disputes/:id/close': createRoute({}, (state, _params, disputeId) => {
    const dispute = findObject(state, 'dispute', disputeId);
    return advanceDispute(state, disputeId, isInquiry(dispute) ? 'warning_closed' : 'lost');
  }),
};
