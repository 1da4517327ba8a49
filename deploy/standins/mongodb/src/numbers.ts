import { Double } from 'bson';
import { notSupported } from './errors.js';

/** A number as arithmetic sees it; `double` tells whether its BSON type is double, else it is a whole number. */
export type Numeric = { value: number; double: boolean };

export const isInt32 = (value: number): boolean => (value | 0) === value && !Object.is(value, -0);

/** Null for anything that is no number. A long that JavaScript cannot hold exactly is refused. */
export function numeric(value: unknown): Numeric | null {
  if (typeof value === 'number') return { value, double: !isInt32(value) };
  if (value instanceof Double) return { value: value.value, double: true };
  if (typeof value !== 'bigint') return null;
  return { value: exact(Number(value)), double: false };
}

function exact(value: number): number {
  if (!Number.isSafeInteger(value)) throw notSupported('arithmetic on whole numbers beyond 2^53');
  return value;
}

/** The value to store for a result: int32 or int64 for whole numbers, double otherwise. */
export function numberOf({ value, double }: Numeric): number | bigint | Double {
  if (double) return isInt32(value) ? new Double(value) : value;
  return isInt32(value) ? value : BigInt(exact(value));
}

/** Adds numbers one by one with Neumaier's compensation, so that a long sum of doubles stays exact to the last digits. */
export function createSum(): { add(number: Numeric): void; total(): Numeric } {
  let sum = 0;
  let lost = 0;
  let double = false;
  return {
    add(number) {
      const next = sum + number.value;
      lost +=
        Math.abs(sum) >= Math.abs(number.value)
          ? sum - next + number.value
          : number.value - next + sum;
      sum = next;
      double ||= number.double;
    },
    total: () => ({ value: Number.isFinite(sum) ? sum + lost : sum, double }),
  };
}
