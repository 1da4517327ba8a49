import type { PaperName } from '@courtly/contracts/papers';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';

/** The prefix of the current versions. */
export const papersKey = ['/api/papers'] as const;

/** The current version of a legal document. */
export const paperQuery = (paper: PaperName) =>
  queryOptions({
    queryKey: [...papersKey, paper],
    queryFn: ({ signal }) => call('GET /api/papers/:paper', { params: { paper }, signal }),
  });
