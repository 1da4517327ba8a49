import type { PaperName } from '@courtly/contracts/papers';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';

/** The current version of a legal document. */
export const paperQuery = (paper: PaperName) =>
  queryOptions({
    queryKey: ['/api/papers', paper],
    queryFn: ({ signal }) => call('GET /api/papers/:paper', { params: { paper }, signal }),
  });
