import { describe, expect, it } from '@jest/globals';
import { type AuditRow, exportFormats, pagesUpTo } from './audit-file.js';

const auditRow = (index: number, changes: Partial<AuditRow> = {}): AuditRow => ({
  _id: `e${index}`,
  position: String(index).padStart(20, '0'),
  stream: 'user-pavel',
  revision: index,
  type: 'ProfileChanged',
  at: '2027-03-13T18:00:00.000Z',
  actorId: 'pavel',
  actorRole: 'player',
  requestId: 'r1',
  people: ['pavel', 'hana'],
  courtId: null,
  bookingId: null,
  facts: {},
  ...changes,
});

describe('an exported audit file', () => {
  it('has a header and a line per event', () =>
    expect(exportFormats.csv.head + exportFormats.csv.text([auditRow(1)])).toBe(
      '"Decided at (UTC)","Event","Stream","Actor","Role","Concerns","Court","Booking","Request","Event id"\r\n' +
        '"2027-03-13T18:00:00.000Z","ProfileChanged","user-pavel","pavel","player","pavel hana","","","r1","e1"\r\n',
    ));

  it('escapes formulas for spreadsheets', () => {
    const text = exportFormats.csv.text([
      auditRow(1, { requestId: '=HYPERLINK("http://evil")', actorId: '@SUM(A1)' }),
    ]);
    expect(text).toContain(`"'=HYPERLINK(""http://evil"")"`);
    expect(text).toContain(`"'@SUM(A1)"`);
  });

  it('can have one JSON object per line', () =>
    expect(
      exportFormats.jsonl
        .text([auditRow(1), auditRow(2)])
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      expect.objectContaining({ id: 'e1', people: ['pavel', 'hana'] }),
      expect.objectContaining({ id: 'e2' }),
    ]));
});

describe('exported rows', () => {
  const auditRows = Array.from({ length: 7 }, (_, index) => auditRow(9 - index));
  const from =
    (auditRows: readonly AuditRow[]) =>
    async (place: { position: string } | undefined, pageLimit: number) =>
      auditRows.filter(({ position }) => !place || position < place.position).slice(0, pageLimit);
  const pageTexts = async (rowLimit: number, pageSize: number) => {
    const pages: string[] = [];
    for await (const page of pagesUpTo(rowLimit, pageSize, from(auditRows)))
      pages.push(page.map(({ _id }) => _id).join(' '));
    return pages;
  };

  it.each([
    [7, 3, ['e9 e8 e7', 'e6 e5 e4', 'e3']],
    [8, 3, ['e9 e8 e7', 'e6 e5 e4', 'e3']],
    [6, 3, ['e9 e8 e7', 'e6 e5 e4']],
    [5, 3, ['e9 e8 e7', 'e6 e5']],
    [7, 7, ['e9 e8 e7 e6 e5 e4 e3']],
  ])('are limited to %i and read in pages of %i', async (rowLimit, pageSize, pages) =>
    expect(await pageTexts(rowLimit, pageSize)).toEqual(pages),
  );
});
