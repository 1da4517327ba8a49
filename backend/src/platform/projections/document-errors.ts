/**
 * MongoDB's codes for invalid documents: BadValue, FailedToParse, InvalidBSON,
 * DollarPrefixedFieldName, EmptyFieldName, DottedFieldName, DocumentValidationFailure,
 * CannotIndexParallelArrays, and BSONObjectTooLarge (two codes).
 */
const REFUSED: readonly unknown[] = [2, 9, 22, 52, 56, 57, 121, 171, 10334, 17419, 17420];

/** The driver's errors for documents that are too large or not BSON. */
const UNSENDABLE = /^(MongoInvalidArgumentError|BSONError|BSONVersionError|RangeError)$/;

type Failure = Readonly<{ name?: string; code?: unknown; writeErrors?: unknown }>;

const writeErrorsOf = ({ writeErrors }: Failure): readonly Failure[] =>
  Array.isArray(writeErrors) ? (writeErrors as Failure[]) : [];

/** Whether a write failed because of the document itself, not the server or another write. */
export const isDocumentError = (error: unknown): boolean => {
  const failure = error as Failure;
  return (
    UNSENDABLE.test(failure.name ?? '') ||
    REFUSED.includes(failure.code) ||
    writeErrorsOf(failure).some(({ code }) => REFUSED.includes(code))
  );
};

/** The reason that MongoDB or its driver gives. */
export const reasonOf = (error: unknown): string =>
  `MongoDB rejects the document: ${(error as Error).message}`;
