import { describe, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { confirmation, type ConfirmationRequest } from './confirmation.js';
import type { Appointment } from './appointments.js';
import type { ConfirmationEvent } from './confirmation.events.js';

const given = specification(confirmation);
const subject = {
  confirmationId: 'c1',
  act: 'booking_refund',
  bookingId: 'b1',
  userId: null,
  amountCents: 60_000,
  currency: 'usd',
} as const;
const request: ConfirmationRequest = {
  ...subject,
  input: '{}',
  reason: 'The lights went out.',
  requestedBy: 'ada',
  requestedAt: '2027-03-13T18:00:00.000Z',
  expiresAt: '2027-03-16T18:00:00.000Z',
};
const requested: ConfirmationEvent = { type: 'ConfirmationRequested', data: request };
const at = '2027-03-14T18:00:00.000Z';
const confirm = (
  adminId: string,
  decidedAt = at,
  appointment: Appointment = { at: null, by: [] },
  requesterAppointment: Appointment = { at: null, by: [] },
) =>
  ({
    type: 'Confirm',
    data: { adminId, at: decidedAt, appointment, requesterAppointment },
  }) as const;
const reject = (adminId: string) =>
  ({ type: 'Reject', data: { adminId, reason: 'Too much.', at } }) as const;
const confirmed: ConfirmationEvent = {
  type: 'ConfirmationGiven',
  data: { ...subject, confirmedBy: 'bea', confirmedAt: at },
};
const expire = (expiredAt: string) => ({ type: 'Expire', data: { at: expiredAt } }) as const;
const record = (refusal: string | null) =>
  ({ type: 'RecordChange', data: { refusal, at } }) as const;

describe('a change that needs a second admin', () => {
  it('is requested once', () => {
    given().when({ type: 'RequestConfirmation', data: request }).then(requested);
    given(requested).when({ type: 'RequestConfirmation', data: request }).thenNothing();
  });

  it('is confirmed only by another admin, once, and in time', () => {
    given(requested).when(confirm('bea')).then(confirmed);
    given(requested).when(confirm('ada')).thenRefused('forbidden');
    given(requested, confirmed).when(confirm('cleo')).thenRefused('wrong_status');
    given(requested).when(confirm('bea', request.expiresAt)).thenRefused('wrong_status');
    given().when(confirm('bea')).thenRefused('not_found');
  });

  it('is confirmed only by an earlier admin who shares no appointer with the requester', () => {
    const before = '2027-03-13T17:59:59.999Z';
    const by = (...ids: string[]) => ({ at: before, by: ids });
    given(requested)
      .when(confirm('bea', at, by('cleo'), by('dan')))
      .then(confirmed);
    for (const [appointment, requesterAppointment] of [
      [by('ada'), by()],
      [by('cleo', 'ada'), by()],
      [by(), by('bea')],
      [by('cleo'), by('cleo')],
      [by('eve', 'dan'), by('cleo', 'dan')],
    ] as const)
      given(requested)
        .when(confirm('bea', at, appointment, requesterAppointment))
        .thenRefused('forbidden');
    given(requested)
      .when(confirm('bea', at, { by: ['cleo'], at }))
      .thenRefused('forbidden');
  });

  it('is rejected by another admin or withdrawn by the one who requested it', () => {
    for (const adminId of ['ada', 'bea'])
      given(requested)
        .when(reject(adminId))
        .then({
          type: 'ConfirmationRejected',
          data: { ...subject, reason: 'Too much.', rejectedBy: adminId, rejectedAt: at },
        });
    given(requested, confirmed).when(reject('cleo')).thenRefused('wrong_status');
  });

  it('expires if no one decides', () => {
    given(requested).when(expire(at)).thenNothing();
    given(requested)
      .when(expire(request.expiresAt))
      .then({
        type: 'ConfirmationExpired',
        data: { ...subject, expiredAt: request.expiresAt },
      });
    given(requested, confirmed).when(expire(request.expiresAt)).thenNothing();
  });

  it('records once whether it was made or refused', () => {
    const made: ConfirmationEvent = {
      type: 'ConfirmedChangeMade',
      data: { ...subject, madeAt: at },
    };
    given(requested, confirmed).when(record(null)).then(made);
    given(requested, confirmed)
      .when(record('There is nothing left to refund.'))
      .then({
        type: 'ConfirmedChangeRefused',
        data: { ...subject, message: 'There is nothing left to refund.', refusedAt: at },
      });
    given(requested, confirmed, made).when(record('No.')).thenNothing();
    given(requested).when(record(null)).thenNothing();
  });
});
