import { Double } from 'bson';
import { notSupported } from './errors.js';

/**
 * A number for arithmetic, with its BSON type. Unless it is a double, it is a whole number.
 * Arithmetic returns the widest type of its operands, in this order: int, long, double.
 */
export type NumericValue = { value: number; type: NumericType };
export type NumericType = 'int' | 'long' | 'double';

export function widestType(types: readonly NumericType[]): NumericType {
  if (types.includes('double')) return 'double';
  return types.includes('long') ? 'long' : 'int';
}

export const isInt32 = (wholeNumber: number): boolean =>
  (wholeNumber | 0) === wholeNumber && !Object.is(wholeNumber, -0);

/** Null if the value is not a number. Refuses a long that JavaScript cannot represent exactly. */
export function toNumericValue(bsonValue: unknown): NumericValue | null {
  if (typeof bsonValue === 'number')
    return { value: bsonValue, type: isInt32(bsonValue) ? 'int' : 'double' };
  if (bsonValue instanceof Double) return { value: bsonValue.value, type: 'double' };
  if (typeof bsonValue !== 'bigint') return null;
  return { value: requireSafeInteger(Number(bsonValue)), type: 'long' };
}

function requireSafeInteger(wholeNumber: number): number {
  if (!Number.isSafeInteger(wholeNumber))
    throw notSupported('arithmetic on whole numbers beyond 2^53');
  return wholeNumber;
}

/** The BSON value of a result. An int that is too large becomes a long. */
export function toStoredNumber({ value, type }: NumericValue): number | bigint | Double {
  if (type === 'double') return isInt32(value) ? new Double(value) : value;
  return type === 'int' && isInt32(value) ? value : BigInt(requireSafeInteger(value));
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
  let totalType: NumericType = 'int';
  return {
    add(numericValue) {
      const nextTotal = runningTotal + numericValue.value;
      compensation +=
        Math.abs(runningTotal) >= Math.abs(numericValue.value)
          ? runningTotal - nextTotal + numericValue.value
          : numericValue.value - nextTotal + runningTotal;
      runningTotal = nextTotal;
      totalType = widestType([totalType, numericValue.type]);
    },
    total: () => ({
      value: Number.isFinite(runningTotal) ? runningTotal + compensation : runningTotal,
      type: totalType,
    }),
  };
}
