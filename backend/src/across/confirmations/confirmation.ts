import type { ConfirmationStatus } from '@courtly/contracts/confirmations';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { Appointment } from './appointments.js';
import type { ConfirmationEvent } from './confirmation.events.js';

export type ConfirmationRequest = Extract<
  ConfirmationEvent,
  { type: 'ConfirmationRequested' }
>['data'];

/** A requested change and its outcome. */
export type Confirmation = Readonly<{
  request: ConfirmationRequest;
  status: ConfirmationStatus;
  confirmedBy: string | null;
}>;

type DecidedBy = Readonly<{ adminId: string; at: string }>;

export type ConfirmationCommand =
  | Message<'RequestConfirmation', ConfirmationRequest>
  | Message<
      'Confirm',
      DecidedBy & Readonly<{ appointment: Appointment; requesterAppointment: Appointment }>
    >
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
        requireIndependent(existing.request, data);
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

/** Otherwise, one person could appoint both admins, directly or through others. */
const requireIndependent = (
  { requestedBy, requestedAt }: ConfirmationRequest,
  {
    adminId,
    appointment,
    requesterAppointment,
  }: Extract<ConfirmationCommand, { type: 'Confirm' }>['data'],
): void => {
  const requesters = [requestedBy, ...requesterAppointment.by];
  const isIndependent = ![adminId, ...appointment.by].some((id) => requesters.includes(id));
  if (!isIndependent || (appointment.at !== null && appointment.at > requestedAt))
    throw new DomainError(
      'forbidden',
      'Only someone who was already an admin when the change was requested can confirm it. Neither admin may have appointed the other, and no one may have appointed both, even through others.',
    );
};

const requireWaiting = ({ request, status }: Confirmation, at: string): void => {
  const currentStatus = status === 'waiting' && at >= request.expiresAt ? 'expired' : status;
  if (currentStatus !== 'waiting')
    throw new DomainError('wrong_status', `This request is already ${currentStatus}.`, {
      status: currentStatus,
    });
};
