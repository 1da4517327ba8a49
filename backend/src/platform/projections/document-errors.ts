/**
 * Codes by which MongoDB refuses a document for what it is, whenever it is tried: BadValue, FailedToParse, InvalidBSON,
 * DollarPrefixedFieldName, EmptyFieldName, DottedFieldName, DocumentValidationFailure, CannotIndexParallelArrays, and
 * BSONObjectTooLarge by its two numbers.
 */
const REFUSED: readonly unknown[] = [2, 9, 22, 52, 56, 57, 121, 171, 10334, 17419, 17420];

/** What the driver throws before it sends what MongoDB would refuse: too large, or not BSON. */
const UNSENDABLE = /^(MongoInvalidArgumentError|BSONError|BSONVersionError|RangeError)$/;

type Failure = Readonly<{ name?: string; code?: unknown; writeErrors?: unknown }>;

const writeErrorsOf = ({ writeErrors }: Failure): readonly Failure[] =>
  Array.isArray(writeErrors) ? (writeErrors as Failure[]) : [];

/** Whether a write failed for what stands in a document, and not for the state of the server or another's write. */
export const isDocumentError = (error: unknown): boolean => {
  const failure = error as Failure;
  return (
    UNSENDABLE.test(failure.name ?? '') ||
    REFUSED.includes(failure.code) ||
    writeErrorsOf(failure).some(({ code }) => REFUSED.includes(code))
  );
};

/** Why a document was refused, as MongoDB or its driver says it. */
export const reasonOf = (error: unknown): string =>
  `MongoDB refuses the document: ${(error as Error).message}`;
