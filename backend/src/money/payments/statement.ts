import { localDate, localHour } from '../../platform/kernel/local-time.js';

/**
 * How a booking appears in Stripe's dashboard and on card statements, which show `COURTLY* HOUR
 * 3/13`. The suffix has at most 10 characters, so that it fits after any prefix.
 */
export const statementOf = ({ startTime, zone }: Readonly<{ startTime: string; zone: string }>) => {
  const date = localDate(zone, startTime);
  const [, month, day] = date.split('-').map(Number);
  const hour = String(localHour(zone, startTime)).padStart(2, '0');
  return {
    description: `Court hour, ${date} ${hour}:00`,
    statement_descriptor_suffix: `HOUR ${month}/${day}`,
  };
};
