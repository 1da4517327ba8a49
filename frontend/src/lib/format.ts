const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const wholeDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

/** Money of the wire such as `"330.00"`, as `$330.00`. Exact: the text goes to Intl without becoming a fraction. */
export const money = (amount: string): string => dollars.format(amount as Intl.StringNumericLiteral);

/** Money as short as it is true: `$330`, but `$330.50`. */
export const shortMoney = (amount: string): string =>
  /^\d+(\.0+)?$/.test(amount) ? wholeDollars.format(amount as Intl.StringNumericLiteral) : money(amount);

const inZone = (options: Intl.DateTimeFormatOptions) => (instant: string, zone: string) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone }).format(new Date(instant));

/** `Saturday, March 13, 2027` */
export const longDate = inZone({ dateStyle: 'full' });
/** `Sat, Mar 13` */
export const shortDate = inZone({ weekday: 'short', month: 'short', day: 'numeric' });
/** `March 2027` */
export const monthAndYear = inZone({ month: 'long', year: 'numeric' });
/** `10:00 AM` */
export const clock = inZone({ timeStyle: 'short' });
const clockWithZone = inZone({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });
const offsetOf = inZone({ timeZoneName: 'longOffset' });

/** `MST`: what a person there calls the time at that instant. */
export const zoneName = (instant: string, zone: string): string =>
  clockWithZone(instant, zone).split(' ').at(-1) ?? zone;

/** `10:00 – 11:00 AM` in the zone. */
export const timeRange = (start: string, end: string, zone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: zone }).formatRange(new Date(start), new Date(end));

export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether clocks in the two zones show the same at that instant. */
export const sameClock = (instant: string, a: string, b: string): boolean =>
  offsetOf(instant, a) === offsetOf(instant, b);

/** The calendar day of an instant in a zone, as the URL has it: `2027-03-13`. */
export const dayIn = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: zone }).format(new Date(instant));
