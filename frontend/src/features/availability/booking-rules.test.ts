import { describe, expect, it } from '@jest/globals';
import { horizonOptions, leadOptions, leadLabel, customRules } from './booking-rules';

const standard = { leadMinutes: 120, horizonDays: 14 };

describe('the booking rules of a court', () => {
  it('use null for default values', () => {
    expect(
      customRules({ policy: { leadMinutes: 120, horizonDays: 30, instantBook: true, standard } }),
    ).toEqual({
      leadMinutes: null,
      horizonDays: 30,
      instantBook: true,
    });
  });

  it('format lead times in plain words', () => {
    expect([0, 45, 60, 120, 1440, 2880].map(leadLabel)).toEqual([
      'Until it starts',
      '45 minutes',
      '1 hour',
      '2 hours',
      '1 day',
      '2 days',
    ]);
  });

  it('offer the default first and include the current value', () => {
    const options = leadOptions(90, 120);
    expect(options[0]).toEqual({ value: '', label: 'Courtly default: 2 hours' });
    expect(options.map(({ value }) => value)).toContain('90');
    expect(options.map(({ value }) => value)).not.toContain('120');
    expect(horizonOptions(null, 14).map(({ label }) => label)).toContain('30 days');
  });
});
