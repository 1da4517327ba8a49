import type { ConfirmationStatus } from '@courtly/contracts/confirmations';
import { defineProjection } from '../../platform/projections/projection.js';
import { type ConfirmationRequest, statusAfter } from './confirmation.js';
import type { ConfirmationEvent } from './confirmation.events.js';

/** A requested change and its decision. Instants are UTC. */
export type ConfirmationDocument = Omit<ConfirmationRequest, 'input'> &
  Readonly<{
    status: ConfirmationStatus;
    decidedBy: string | null;
    decidedAt: string | null;
    rejection: string | null;
    refusal: string | null;
  }>;

const undecided = { decidedBy: null, decidedAt: null, rejection: null, refusal: null } as const;

/** The changes that need a second admin, by the id of the confirmation. */
export const confirmations = defineProjection<ConfirmationDocument, ConfirmationEvent>({
  name: 'confirmations',
  version: 1,
  indexes: [
    { status: 1, requestedAt: 1 },
    { status: 1, expiresAt: 1 },
  ],
  handles: [
    'ConfirmationRequested',
    'ConfirmationGiven',
    'ConfirmationRejected',
    'ConfirmationExpired',
    'ConfirmedChangeMade',
    'ConfirmedChangeRefused',
  ],
  key: ({ data }) => data.confirmationId,
  evolve(document, event) {
    if (event.type === 'ConfirmationRequested') {
      const { input: _input, ...request } = event.data;
      return { ...request, status: 'waiting', ...undecided };
    }
    if (!document) return null;
    const next = { ...document, status: statusAfter[event.type] };
    switch (event.type) {
      case 'ConfirmationGiven':
        return { ...next, decidedBy: event.data.confirmedBy, decidedAt: event.data.confirmedAt };
      case 'ConfirmationRejected': {
        const { rejectedBy: decidedBy, rejectedAt: decidedAt, reason: rejection } = event.data;
        return { ...next, decidedBy, decidedAt, rejection };
      }
      case 'ConfirmationExpired':
        return { ...next, decidedAt: event.data.expiredAt };
      case 'ConfirmedChangeRefused':
        return { ...next, refusal: event.data.message };
      case 'ConfirmedChangeMade':
        return next;
    }
  },
  audience: () => [],
  people: ({ requestedBy, decidedBy }) =>
    decidedBy === null ? [requestedBy] : [requestedBy, decidedBy],
});
