import {
  type RowData,
  type RowSelectionState,
  type SortingState,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown, Columns3, Download } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { downloadCsv, toCsv } from '../lib/csv';
import { Button } from './button';
import { Checkbox } from './checkbox';
import { DataTable } from './data-table';
import { Field } from './field';
import type { InteractiveColumn } from './interactive-table';
import { Popover } from './popover';
import { Select } from './select';

export type InteractiveTableProps<Row> = {
  label: string;
  /** The columns. The first one is the row header, which is always shown. */
  columns: readonly InteractiveColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Names a row for its checkbox. */
  rowName: (row: Row) => string;
  /** The file name without `.csv`. */
  fileName: string;
  /** Whether the list has rows that have not been loaded. */
  hasMore?: boolean;
  /** How many rows are shown. Sorting, selecting, and exporting cover all of them. */
  shownRows?: number;
};

const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

const collator = new Intl.Collator('en-US', { numeric: true });
const compareValues = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));

const headList = new Intl.ListFormat('en-US');

const NOT_SORTED = '';

/** The table of `InteractiveTable`, which loads it. */
export function InteractiveTableBody<Row extends RowData>({
  label,
  columns,
  rows,
  rowKey,
  rowName,
  fileName,
  hasMore = false,
  shownRows,
}: InteractiveTableProps<Row>) {
  const [sorting, setSorting] = useState<SortingState>([]);
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  const [columnVisibility, setColumnVisibility] = useState<Record<string, boolean>>({});
  const columnDefs = useMemo(
    () =>
      columns.map(({ head, value }) => ({
        id: head,
        accessorFn: (row: Row) => value?.(row) ?? undefined,
        enableSorting: value !== undefined,
        sortUndefined: 'last' as const,
        sortFn: (
          first: { getValue: (id: string) => unknown },
          second: { getValue: (id: string) => unknown },
        ) => compareValues(first.getValue(head), second.getValue(head)),
      })),
    [columns],
  );
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({
    features,
    columns: columnDefs,
    data,
    getRowId: rowKey,
    state: { sorting, rowSelection, columnVisibility },
    onSortingChange: setSorting,
    onRowSelectionChange: setRowSelection,
    onColumnVisibilityChange: setColumnVisibility,
  });
  const sortedRows = table.getRowModel().rows;
  const visibleColumns = columns.filter(({ head }) => columnVisibility[head] !== false);
  const selectedRows = sortedRows.filter((row) => row.getIsSelected());
  const sortableColumns = columns.filter(({ value }) => value);
  const [sort] = sorting;
  const exported = visibleColumns.filter(({ value, isPersonal }) => value && !isPersonal);
  const personalHeads = columns.filter(({ isPersonal }) => isPersonal).map(({ head }) => head);

  const exportRows = () => {
    const source = selectedRows.length > 0 ? selectedRows : sortedRows;
    downloadCsv(
      `${fileName}.csv`,
      toCsv([
        exported.map(({ head }) => head),
        ...source.map(({ original }) =>
          exported.map(({ value, csvText }) => (csvText ?? value!)(original)),
        ),
      ]),
    );
  };

  const renderHead = (head: string) => {
    const column = table.getColumn(head);
    if (!column?.getCanSort()) return head;
    const direction = column.getIsSorted();
    const Icon = { asc: ArrowUp, desc: ArrowDown, false: ChevronsUpDown }[String(direction)]!;
    return (
      <>
        {/* On phones, rows are cards, and a select sorts them. */}
        <span className="lg:hidden">{head}</span>
        <button
          type="button"
          onClick={() => column.toggleSorting()}
          className="inline-flex min-h-9 cursor-pointer items-center gap-1.5 hover:text-ink max-lg:hidden"
        >
          {head}
          <Icon
            size={15}
            strokeWidth={1.8}
            aria-hidden
            className={direction ? 'text-brass' : 'opacity-50'}
          />
        </button>
      </>
    );
  };

  const selectAll = (label: ReactNode, className?: string) => (
    <Checkbox
      label={label}
      className={className}
      checked={table.getIsAllRowsSelected()}
      onChange={({ target }) => table.toggleAllRowsSelected(target.checked)}
    />
  );

  return (
    <div>
      <div className="mb-3 flex flex-wrap items-end justify-end gap-2">
        <p role="status" className="mr-auto self-center text-small text-quiet">
          {[
            selectedRows.length > 0 && `${selectedRows.length} of ${rows.length} selected.`,
            hasMore &&
              `Showing the first ${rows.length} rows. To sort or export the rest, load more.`,
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
        {selectAll('Select all', 'basis-full py-2 lg:hidden')}
        <Field label="Sort by" className="grow basis-full sm:basis-60 lg:hidden">
          {(controlProps) => (
            <Select
              {...controlProps}
              value={sort?.id ?? NOT_SORTED}
              options={[
                { value: NOT_SORTED, label: 'As listed' },
                ...sortableColumns.map(({ head }) => ({ value: head, label: head })),
              ]}
              onChange={({ target }) =>
                setSorting(target.value ? [{ id: target.value, desc: false }] : [])
              }
            />
          )}
        </Field>
        {sort && (
          <Button
            variant="outline"
            size="sm"
            className="lg:hidden"
            onClick={() => setSorting([{ ...sort, desc: !sort.desc }])}
          >
            {sort.desc ? 'Sort Ascending' : 'Sort Descending'}
          </Button>
        )}
        <Popover
          align="end"
          className="p-5"
          trigger={(triggerProps) => (
            <Button {...triggerProps} variant="outline" size="sm">
              <Columns3 size={16} strokeWidth={1.6} aria-hidden />
              Columns
            </Button>
          )}
        >
          <fieldset className="grid gap-3">
            <legend className="mb-3 font-semibold">Columns to show</legend>
            {columns.slice(1).map(({ head }) => (
              <Checkbox
                key={head}
                label={head}
                checked={columnVisibility[head] !== false}
                onChange={({ target }) =>
                  setColumnVisibility({ ...columnVisibility, [head]: target.checked })
                }
              />
            ))}
          </fieldset>
        </Popover>
        <Button variant="outline" size="sm" disabled={exported.length === 0} onClick={exportRows}>
          <Download size={16} strokeWidth={1.6} aria-hidden />
          {selectedRows.length > 0 ? `Export ${selectedRows.length} as CSV` : 'Export CSV'}
        </Button>
        {personalHeads.length > 0 && (
          <p className="basis-full text-right text-small text-quiet">
            To protect personal data, the file leaves out: {headList.format(personalHeads)}.
          </p>
        )}
      </div>
      <DataTable
        stacked
        label={label}
        columns={visibleColumns}
        rows={sortedRows.slice(0, shownRows).map(({ original }) => original)}
        rowKey={rowKey}
        controls={{
          ariaSort: (head) =>
            sort?.id === head ? (sort.desc ? 'descending' : 'ascending') : undefined,
          renderHead,
          renderCheckbox: (row) =>
            row ? (
              <Checkbox
                label={<span className="sr-only">Select {rowName(row)}</span>}
                checked={rowSelection[rowKey(row)] === true}
                onChange={({ target }) => table.getRow(rowKey(row)).toggleSelected(target.checked)}
              />
            ) : (
              selectAll(<span className="sr-only">Select all</span>)
            ),
        }}
      />
    </div>
  );
}
