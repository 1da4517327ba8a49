import type { RowData } from '@tanstack/react-table';
import type { ComponentType } from 'react';
import { DataTable, type TableColumn } from './data-table';
import type { InteractiveTableProps } from './interactive-table-body';
import { lazyComponent } from './lazy-component';

const loadTable = async () =>
  (await import('./interactive-table-body')).InteractiveTableBody as ComponentType<
    InteractiveTableProps<RowData>
  >;

/** If the code of the controls fails to load, the table still shows its rows. */
const renderPlainTable = ({
  label,
  columns,
  rows,
  rowKey,
  shownRows,
}: InteractiveTableProps<RowData>) => (
  <DataTable<RowData>
    stacked
    label={label}
    columns={columns}
    rows={rows.slice(0, shownRows)}
    rowKey={rowKey}
  />
);

const LazyTable = lazyComponent(loadTable, {
  fallback: renderPlainTable,
  renderError: (_retryLoad, props) => renderPlainTable(props),
});

export type InteractiveColumn<Row> = TableColumn<Row> &
  Readonly<{
    /** What the column is sorted by and what the CSV file contains, if it can be either. */
    value?: (row: Row) => string | number | null;
    /** The text in the CSV file, if it is not the value, such as an amount with its cents. */
    csvText?: (row: Row) => string;
    /** Whether the column contains personal data, which CSV files leave out. */
    isPersonal?: boolean;
  }>;

/**
 * A data table that people can sort, select from, choose the columns of, and save as a CSV file. It
 * knows only the rows it gets, and says so if there are more.
 */
export const InteractiveTable = LazyTable as <Row extends RowData>(
  props: InteractiveTableProps<Row>,
) => ReturnType<typeof LazyTable>;
