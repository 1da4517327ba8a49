import { describe, it } from '@jest/globals';
import {
  fraudWarned,
  fraudWarningChanged,
  fraudWarningEnded,
} from '../../../testing/paid-booking.js';
import { specification } from '../../../testing/specification.js';
import { fraudWarning } from './fraud-warning.js';

const given = specification(fraudWarning);
const warned = fraudWarned();
const record = (amountCents: number, isActionable: boolean) =>
  ({ type: 'RecordFraudWarning', data: { ...warned.data, amountCents, isActionable } }) as const;

describe('a fraud warning', () => {
  it('is recorded once', () => {
    given().when(record(33_000, true)).then(warned);
    given(warned).when(record(33_000, true)).thenNothing();
  });

  it('changes if the charge or a partial refund was recorded before it', () => {
    const refunded = { refundedCents: { re_1: 3_000 } };
    given(warned)
      .when({
        type: 'RecordFraudWarning',
        data: fraudWarned({ amountCents: 30_000, ...refunded }).data,
      })
      .then(fraudWarningChanged({ amountCents: 30_000, ...refunded }));
    given(fraudWarned({ isCharged: false }))
      .when(record(33_000, true))
      .then(fraudWarningChanged());
    given(fraudWarned({ isCharged: false }), fraudWarningChanged())
      .when(record(33_000, true))
      .thenNothing();
  });

  it('still concerns the charge if an older read of the authorization is recorded later', () =>
    given(warned)
      .when({ type: 'RecordFraudWarning', data: fraudWarned({ isCharged: false }).data })
      .thenNothing());

  it('ends once the charge is refunded or disputed', () => {
    given(warned).when(record(0, false)).then(fraudWarningEnded(0));
    given(warned).when(record(33_000, false)).then(fraudWarningEnded(33_000));
    given(warned, fraudWarningEnded(0)).when(record(0, false)).thenNothing();
  });

  it('does not end if it never required an action', () =>
    given(fraudWarned({ isActionable: false }))
      .when(record(0, false))
      .thenNothing());
});
