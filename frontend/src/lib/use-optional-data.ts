import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';

/** Data that a page can do without. It is undefined while it loads and if it cannot be loaded. */
export const useOptionalData = <QueryData, QueryError, Data, Key extends QueryKey>(
  options: UseQueryOptions<QueryData, QueryError, Data, Key>,
): Data | undefined => {
  const query = useQuery({ ...options, meta: { ...options.meta, optional: true } });
  return query.data;
};
