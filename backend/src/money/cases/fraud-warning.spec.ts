import { describe, it } from '@jest/globals';
import { fraudWarned, fraudWarningEnded } from '../../../testing/paid-booking.js';
import { specification } from '../../../testing/specification.js';
import { fraudWarning } from './fraud-warning.js';

const given = specification(fraudWarning);
const warned = fraudWarned();
const record = (amountCents: number, isActionable: boolean) =>
  ({ type: 'RecordFraudWarning', data: { ...warned.data, amountCents, isActionable } }) as const;

describe('a warning of fraud', () => {
  it('is recorded once', () => {
    given().when(record(33_000, true)).then(warned);
    given(warned).when(record(33_000, true)).thenNothing();
  });

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
