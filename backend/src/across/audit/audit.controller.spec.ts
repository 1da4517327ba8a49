import { describe, expect, it, jest } from '@jest/globals';
import { MOST_EXPORTED } from '@courtly/contracts/audit';
import type { Response } from 'express';
import { text } from 'node:stream/consumers';
import type { PersonalDataReads } from '../../platform/http/personal-data-reads.js';
import { systemContext } from '../../platform/kernel/context.js';
import type { AuditRow } from './audit-file.js';
import { AuditController } from './audit.controller.js';
import type { AuditQueries } from './audit.queries.js';
import type { AuditNames } from './names.service.js';
import type { TimeMachine } from './time-machine.service.js';

const auditRow = (index: number): AuditRow => ({
  _id: `e${index}`,
  position: String(index).padStart(20, '0'),
  stream: 'user-pavel',
  revision: 0,
  type: 'ProfileChanged',
  at: '2027-03-13T18:00:00.000Z',
  actorId: 'pavel',
  actorRole: 'player',
  requestId: 'r1',
  people: ['pavel'],
  courtId: null,
  bookingId: null,
  facts: {},
});

/** The file and the headers of an export of this many events. */
const exported = async (streamEvents: number) => {
  const queries = {
    resolveFilter: async () => ({}),
    countEvents: async (_filter: object, maxCount: number) => Math.min(streamEvents, maxCount),
    exportRows: async (
      _filter: object,
      place: { position: string } | undefined,
      pageLimit: number,
    ) => {
      const beforePosition = place ? Number(place.position) : streamEvents + 1;
      return Array.from({ length: Math.min(pageLimit, beforePosition - 1) }, (_, index) =>
        auditRow(beforePosition - 1 - index),
      );
    },
  } as unknown as AuditQueries;
  const personalDataReads: PersonalDataReads = { record: async () => undefined };
  const controller = new AuditController(
    queries,
    {} as TimeMachine,
    {} as AuditNames,
    personalDataReads,
    [],
  );
  const setHeader = jest.fn();
  const given = { params: undefined, query: { format: 'jsonl' as const }, body: undefined };
  const file = await controller.exportAudit(given, systemContext('export', auditRow(1).at), {
    setHeader,
  } as unknown as Response);
  const lines = (await text(file.getStream())).trimEnd().split('\n');
  return { lines, headers: Object.fromEntries(setHeader.mock.calls as [string, string][]) };
};

describe('an audit export', () => {
  it.each([
    [MOST_EXPORTED, undefined],
    [MOST_EXPORTED + 1, 'true'],
  ])('reports whether a result of %i events was truncated', async (streamEvents, truncated) => {
    const { lines, headers } = await exported(streamEvents);
    expect(lines).toHaveLength(MOST_EXPORTED);
    expect(JSON.parse(lines[0]!)).toMatchObject({ id: `e${streamEvents}` });
    expect(headers['Courtly-Truncated']).toBe(truncated);
    expect(headers['Content-Type']).toBe('application/jsonl; charset=utf-8');
  });
});
