import { it } from '@jest/globals';
import { fraudWarned } from '../../../testing/paid-booking.js';
import { specification } from '../../../testing/specification.js';
import { fraudWarning } from './fraud-warning.js';

it('is recorded once, as Stripe showed it first', () => {
  const given = specification(fraudWarning);
  const warned = fraudWarned();
  const record = (isActionable: boolean) =>
    ({ type: 'RecordFraudWarning', data: { ...warned.data, isActionable } }) as const;
  given().when(record(true)).then(warned);
  given(warned).when(record(true)).thenNothing();
  given(warned).when(record(false)).thenNothing();
});
