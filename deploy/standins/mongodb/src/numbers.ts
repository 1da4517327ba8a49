import { Double } from 'bson';
import { notSupported } from './errors.js';

/**
 * A number for arithmetic. `double` is true if its BSON type is double; otherwise it is a whole
 * number.
 */
export type NumericValue = { value: number; double: boolean };

export const isInt32 = (wholeNumber: number): boolean =>
  (wholeNumber | 0) === wholeNumber && !Object.is(wholeNumber, -0);

/** Null if the value is not a number. Refuses a long that JavaScript cannot represent exactly. */
export function toNumericValue(bsonValue: unknown): NumericValue | null {
  if (typeof bsonValue === 'number') return { value: bsonValue, double: !isInt32(bsonValue) };
  if (bsonValue instanceof Double) return { value: bsonValue.value, double: true };
  if (typeof bsonValue !== 'bigint') return null;
  return { value: requireSafeInteger(Number(bsonValue)), double: false };
}

function requireSafeInteger(wholeNumber: number): number {
  if (!Number.isSafeInteger(wholeNumber))
    throw notSupported('arithmetic on whole numbers beyond 2^53');
  return wholeNumber;
}

/** The BSON value of a result: int32 or int64 for whole numbers, double otherwise. */
export function toStoredNumber({ value, double }: NumericValue): number | bigint | Double {
  if (double) return isInt32(value) ? new Double(value) : value;
  return isInt32(value) ? value : BigInt(requireSafeInteger(value));
}

/**
 * Adds numbers with Neumaier's compensated summation, which keeps the sum of many doubles accurate.
 */
export function createRunningSum(): {
  add(numericValue: NumericValue): void;
  total(): NumericValue;
} {
  let runningTotal = 0;
  let compensation = 0;
  let hasDouble = false;
  return {
    add(numericValue) {
      const nextTotal = runningTotal + numericValue.value;
      compensation +=
        Math.abs(runningTotal) >= Math.abs(numericValue.value)
          ? runningTotal - nextTotal + numericValue.value
          : numericValue.value - nextTotal + runningTotal;
      runningTotal = nextTotal;
      hasDouble ||= numericValue.double;
    },
    total: () => ({
      value: Number.isFinite(runningTotal) ? runningTotal + compensation : runningTotal,
      double: hasDouble,
    }),
  };
}
