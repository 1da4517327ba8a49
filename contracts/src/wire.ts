import { z } from 'zod';
import type { Amount } from './amount.js';
import {
  ANY_AMOUNT,
  ANY_DOLLARS,
  type NumberRule,
  numberIn,
  parseNumber,
  rangeProblem,
} from './entered-number.js';

/** A decimal string, normalized from what people type. The rule's limits are inclusive. */
const decimalText = (rule: NumberRule, pattern: RegExp) => {
  const error = ({ input }: { input?: unknown }) => parseNumber(String(input), rule).problem;
  return z
    .string()
    .overwrite((text) => numberIn(text, rule))
    .regex(pattern, { error, abort: true })
    .refine((text) => parseNumber(text, rule).value !== undefined, { error });
};

/** US dollars within limits as a decimal string. */
export const dollars = (limits: Pick<NumberRule, 'least' | 'most'>) =>
  decimalText({ ...limits, decimals: 2, isDollars: true }, /^\d{1,7}(\.\d{1,2})?$/);

/** US dollars as a decimal string, such as `"330.00"`. Internal code uses integer cents. */
export const Money = dollars(ANY_DOLLARS);

/** An amount in any currency as a decimal string. The currency limits the number of decimals. */
export const AnyAmount = decimalText(ANY_AMOUNT, /^\d{1,9}(\.\d{1,3})?$/);

/** A number, or text that people type for one, within the limits of the rule. */
export const enteredNumber = (rule: NumberRule) =>
  z.preprocess(
    (entered, context) => {
      if (typeof entered !== 'string') return entered;
      const { value, problem } = parseNumber(entered, rule);
      if (value !== undefined) return Number(value);
      context.addIssue({ code: 'custom', message: problem });
      return z.NEVER;
    },
    z
      .number(parseNumber('', rule).problem)
      .min(rule.least, rangeProblem(rule))
      .max(rule.most, rangeProblem(rule))
      .refine((number) => rule.decimals || Number.isInteger(number), 'Enter a whole number'),
  );

/**
 * An amount that may not be in US dollars. As an object, it cannot be shown as dollars by mistake.
 */
export const CurrencyAmount = z.object({
  amount: z.string().describe('A decimal string, such as `199.00`.'),
  currency: z.string().describe("Stripe's code, such as `usd`; `xxx` if it is unknown."),
}) satisfies z.ZodType<Amount>;

/** A UTC instant such as `2027-03-13T18:00:00.000Z`, in the years 2020 to 2099. */
export const Instant = z.iso
  .datetime({ message: 'Use a UTC time such as 2027-03-13T18:00:00Z' })
  .refine((text) => text >= '2020' && text < '2100', 'Use a time between the years 2020 and 2100');

/** A local calendar day of a court, such as `2027-03-13`. */
export const LocalDate = z.iso.date('Use a date such as 2027-03-13');

/** An IANA zone name such as `America/Phoenix`. */
export const Zone = z.string().min(1).max(64);

/** One UTC offset of a zone. It applies from an instant until, but not including, another. */
export const ZoneOffset = z.object({
  from: z.string(),
  until: z.string(),
  offset: z.string().describe('Such as -07:00.'),
});
export type ZoneOffset = z.infer<typeof ZoneOffset>;

/**
 * The zone of a court, with its offsets around the instants in the object. Clients use the offsets
 * to format times, because their own zone data may be older.
 */
export const zoned = {
  zone: z.string(),
  zoneOffsets: z
    .array(ZoneOffset)
    .describe('The UTC offsets of the zone around these times, in chronological order.'),
};

/** Converts integer cents to a decimal dollar string. */
export const toMoney = (cents: number): string => (cents / 100).toFixed(2);

/** Converts a decimal dollar string to integer cents without floating-point arithmetic. */
export const toCents = (amount: string): number => {
  const [dollars = '0', cents = ''] = amount.split('.');
  return Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
};
