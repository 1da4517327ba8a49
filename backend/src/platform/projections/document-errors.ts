/**
 * MongoDB's codes for invalid documents: BadValue, FailedToParse, InvalidBSON,
 * DollarPrefixedFieldName, EmptyFieldName, DottedFieldName, DocumentValidationFailure,
 * CannotIndexParallelArrays, and BSONObjectTooLarge (two codes).
 */
const REJECTION_CODES: readonly unknown[] = [2, 9, 22, 52, 56, 57, 121, 171, 10334, 17419, 17420];

/** The driver's errors for documents that are too large or cannot be encoded as BSON. */
const UNSENDABLE_ERRORS = /^(MongoInvalidArgumentError|BSONError|BSONVersionError|RangeError)$/;

type WriteFailure = Readonly<{ name?: string; code?: unknown; writeErrors?: unknown }>;

const writeErrorsOf = ({ writeErrors }: WriteFailure): readonly WriteFailure[] =>
  Array.isArray(writeErrors) ? (writeErrors as WriteFailure[]) : [];

/** Whether a write failed because of the document itself, not the server or another write. */
export const isDocumentError = (error: unknown): boolean => {
  const writeFailure = error as WriteFailure;
  return (
    UNSENDABLE_ERRORS.test(writeFailure.name ?? '') ||
    REJECTION_CODES.includes(writeFailure.code) ||
    writeErrorsOf(writeFailure).some(({ code }) => REJECTION_CODES.includes(code))
  );
};

/** The reason that MongoDB or its driver gives. */
export const rejectionReason = (error: unknown): string =>
  `MongoDB rejects the document: ${(error as Error).message}`;
