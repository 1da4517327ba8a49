import type { ConfirmationStatus } from '@courtly/contracts/confirmations';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { ConfirmationEvent } from './confirmation.events.js';

export type ConfirmationRequest = Extract<
  ConfirmationEvent,
  { type: 'ConfirmationRequested' }
>['data'];

/** A requested change and what became of it. */
export type Confirmation = Readonly<{
  request: ConfirmationRequest;
  status: ConfirmationStatus;
  confirmedBy: string | null;
}>;

type DecidedBy = Readonly<{ adminId: string; at: string }>;
/** How a user became an admin; null if the log does not say. */
type Appointment = Readonly<{ by: string; at: string }> | null;

export type ConfirmationCommand =
  | Message<'RequestConfirmation', ConfirmationRequest>
  | Message<'Confirm', DecidedBy & Readonly<{ appointment: Appointment }>>
  | Message<'Reject', DecidedBy & Readonly<{ reason: string }>>
  | Message<'Expire', Readonly<{ at: string }>>
  | Message<'RecordChange', Readonly<{ refusal: string | null; at: string }>>;

export const statusAfter: Readonly<Record<ConfirmationEvent['type'], ConfirmationStatus>> = {
  ConfirmationRequested: 'waiting',
  ConfirmationGiven: 'confirmed',
  ConfirmationRejected: 'rejected',
  ConfirmationExpired: 'expired',
  ConfirmedChangeMade: 'done',
  ConfirmedChangeRefused: 'refused',
};

/** A change by one admin that counts only once another has confirmed it. */
export const confirmation: Decider<Confirmation | null, ConfirmationCommand, ConfirmationEvent> = {
  category: 'confirmation',
  initial: null,

  decide({ type, data }, existing) {
    if (type === 'RequestConfirmation')
      return existing ? [] : [{ type: 'ConfirmationRequested', data }];
    if (!existing) throw notFound('request');
    const { confirmationId, act, bookingId, userId, amountCents, currency } = existing.request;
    const subject = { confirmationId, act, bookingId, userId, amountCents, currency };
    switch (type) {
      case 'Confirm':
        if (data.adminId === existing.request.requestedBy)
          throw new DomainError('forbidden', 'Another admin has to confirm this.');
        requireIndependent(existing.request, data.appointment);
        requireWaiting(existing, data.at);
        return [
          {
            type: 'ConfirmationGiven',
            data: { ...subject, confirmedBy: data.adminId, confirmedAt: data.at },
          },
        ];
      case 'Reject': {
        requireWaiting(existing, data.at);
        const { reason, adminId: rejectedBy, at: rejectedAt } = data;
        const rejected = { ...subject, reason, rejectedBy, rejectedAt };
        return [{ type: 'ConfirmationRejected', data: rejected }];
      }
      case 'Expire':
        return existing.status === 'waiting' && data.at >= existing.request.expiresAt
          ? [{ type: 'ConfirmationExpired', data: { ...subject, expiredAt: data.at } }]
          : [];
      case 'RecordChange': {
        if (existing.status !== 'confirmed') return [];
        const { refusal, at } = data;
        return refusal === null
          ? [{ type: 'ConfirmedChangeMade', data: { ...subject, madeAt: at } }]
          : [
              {
                type: 'ConfirmedChangeRefused',
                data: { ...subject, message: refusal, refusedAt: at },
              },
            ];
      }
    }
  },

  evolve(existing, { type, data }) {
    if (type === 'ConfirmationRequested')
      return { request: data, status: 'waiting', confirmedBy: null };
    if (!existing) return null;
    const confirmedBy = type === 'ConfirmationGiven' ? data.confirmedBy : existing.confirmedBy;
    return { ...existing, status: statusAfter[type], confirmedBy };
  },
};

/** Otherwise, an admin could appoint their own second admin. */
const requireIndependent = (
  { requestedBy, requestedAt }: ConfirmationRequest,
  appointment: Appointment,
): void => {
  if (appointment && (appointment.by === requestedBy || appointment.at > requestedAt))
    throw new DomainError(
      'forbidden',
      'Only an admin from before the request, whom the requester did not appoint, can confirm it.',
    );
};

const requireWaiting = ({ request, status }: Confirmation, at: string): void => {
  const currentStatus = status === 'waiting' && at >= request.expiresAt ? 'expired' : status;
  if (currentStatus !== 'waiting')
    throw new DomainError('wrong_status', `This request is already ${currentStatus}.`, {
      status: currentStatus,
    });
};
