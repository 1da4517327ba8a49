import { afterEach, expect, it, jest } from '@jest/globals';
import { reportFullScan } from './full-scans.js';

afterEach(() => void jest.restoreAllMocks());

it('reports a query that examined more than 100,000 documents once, without its values', () => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const fields = new Set(['hostId', 'city']);
  reportFullScan('app.courts', fields, { docsExamined: 100_000 });
  expect(error).not.toHaveBeenCalled();
  reportFullScan('app.courts', fields, { docsExamined: 100_001 });
  reportFullScan('app.courts', fields, { docsExamined: 200_000 });
  reportFullScan('app.courts', new Set(), { docsExamined: 100_001 });
  expect(error.mock.calls).toEqual([
    [
      'mongodb stand-in: warning: a query of app.courts by city, hostId examined 100001 documents without an index',
    ],
    [
      'mongodb stand-in: warning: a query of app.courts by no field examined 100001 documents without an index',
    ],
  ]);
});
