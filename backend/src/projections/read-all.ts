/** MongoDB ends a cursor when its collection is replaced: QueryPlanKilled, CursorNotFound. */
const REPLACED: readonly unknown[] = [175, 43];

/** All documents of a query. One whose collection a rebuild replaces meanwhile is asked again, so that no reader notices. */
export const readAll = async <T>(query: () => { toArray(): Promise<T[]> }): Promise<T[]> => {
  try {
    return await query().toArray();
  } catch (error) {
    if (!REPLACED.includes((error as { code?: unknown }).code)) throw error;
    return query().toArray();
  }
};
