import { afterEach } from '@jest/globals';

const { DateTimeFormat } = Intl;
afterEach(() => void (Intl.DateTimeFormat = DateTimeFormat));

/**
 * Gives the browser of one test different rules for a zone, namely those of the zone `rules`.
 * Formatters are cached, so no other test in the file may use the zone.
 */
export const useOtherZoneData = (zone: string, rules: string): void => {
  const withOtherRules = (options: Intl.DateTimeFormatOptions = {}) =>
    options.timeZone === zone ? { ...options, timeZone: rules } : options;
  Intl.DateTimeFormat = class extends DateTimeFormat {
    constructor(locales?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions) {
      super(locales, withOtherRules(options));
    }
  } as typeof Intl.DateTimeFormat;
};
