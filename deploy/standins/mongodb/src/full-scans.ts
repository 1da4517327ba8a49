const REPORTED_DOCUMENTS = 100_000;
/** Each query is reported once. The limit keeps a client with many queries from filling the log. */
const MAX_REPORTS = 100;
const reportedQueries = new Set<string>();

/**
 * Reports a query that examined more than 100,000 documents without an index: one line on standard
 * error for each collection and set of filter fields. Values are not reported.
 */
export function reportFullScan(
  namespaceName: string,
  filterFields: ReadonlySet<string>,
  { docsExamined }: Readonly<{ docsExamined: number }>,
): void {
  if (docsExamined <= REPORTED_DOCUMENTS || reportedQueries.size >= MAX_REPORTS) return;
  const fieldList = [...filterFields].sort().join(', ');
  const queryText = `${namespaceName} by ${fieldList || 'no field'}`;
  if (reportedQueries.has(queryText)) return;
  reportedQueries.add(queryText);
  console.error(
    `mongodb stand-in: warning: a query of ${queryText} examined ${docsExamined} documents without an index`,
  );
}
