import type { ReactNode } from 'react';
import { cx } from 'class-variance-authority';

export type TableColumn<Row> = Readonly<{
  head: string;
  cell: (row: Row) => ReactNode;
  numeric?: boolean;
  strong?: boolean;
}>;

/** The content of a cell that does not apply to its row. Stacked rows omit the cell on phones. */
export const NO_VALUE = '–';

/** What an interactive table adds to a data table. */
export type TableControls<Row> = Readonly<{
  ariaSort: (head: string) => 'ascending' | 'descending' | undefined;
  /** The content of a column heading, such as a button that sorts. */
  renderHead: (head: string) => ReactNode;
  /** The checkbox of a row, or of all rows without one. */
  renderCheckbox: (row?: Row) => ReactNode;
}>;

type DataTableProps<Row> = {
  /** The accessible name of the table. */
  label: string;
  /** The columns. The first one is the row header. */
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, rowIndex: number) => string | number;
  /** Shows each row as a list of its columns on phones, for tables that don't fit there. */
  stacked?: boolean;
  controls?: TableControls<Row>;
};

/** A data table. Place a `LoadMore` below it for paged lists. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  stacked = false,
  controls,
}: DataTableProps<Row>) {
  // Browsers drop table semantics when `display` changes, unless the roles are explicit.
  return (
    <table role="table" aria-label={label} className={cx('w-full', stacked && 'max-lg:block')}>
      <thead className={cx('text-sm text-quiet', stacked && 'max-lg:sr-only')}>
        <tr role="row">
          {controls && (
            <th role="columnheader" scope="col" className="w-10 border-b border-rule">
              {/* On phones, where the head is invisible, the toolbar has this checkbox. */}
              <span className="lg:hidden">Selection</span>
              <div className="max-lg:hidden">{controls.renderCheckbox()}</div>
            </th>
          )}
          {columns.map(({ head, numeric }) => (
            <th
              key={head}
              role="columnheader"
              scope="col"
              aria-sort={controls?.ariaSort(head)}
              className={cx(
                'border-b border-rule py-1.5 font-normal',
                numeric ? 'pl-6 text-right' : 'text-left',
              )}
            >
              {controls ? controls.renderHead(head) : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={cx(stacked && 'max-lg:block')}>
        {rows.map((row, rowIndex) => (
          <tr
            key={rowKey(row, rowIndex)}
            role="row"
            className={cx(
              'border-b border-rule',
              stacked && 'max-lg:relative max-lg:grid max-lg:gap-y-1 max-lg:py-5',
              stacked && controls && 'max-lg:pl-10',
            )}
          >
            {controls && (
              <td
                // eslint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- A td is a cell.
                role="cell"
                className={cx(stacked && 'max-lg:absolute max-lg:top-5 max-lg:left-0')}
              >
                {controls.renderCheckbox(row)}
              </td>
            )}
            {columns.map(({ head, cell, numeric, strong }, columnIndex) => {
              const CellElement = columnIndex === 0 ? 'th' : 'td';
              const content = cell(row);
              return (
                <CellElement
                  key={head}
                  {...(columnIndex === 0 ? { role: 'rowheader', scope: 'row' } : { role: 'cell' })}
                  className={cx(
                    'py-1.5',
                    numeric ? 'figures pl-6 text-right whitespace-nowrap' : 'text-left',
                    strong ? 'font-semibold' : 'font-normal',
                    stacked && 'lg:py-5',
                    stacked &&
                      (content === NO_VALUE
                        ? 'max-lg:hidden'
                        : 'max-lg:flex max-lg:items-baseline max-lg:justify-between max-lg:gap-x-6 max-lg:p-0'),
                  )}
                >
                  {stacked && columnIndex > 0 && (
                    <span aria-hidden className="text-sm font-normal text-quiet lg:hidden">
                      {head}
                    </span>
                  )}
                  {content}
                </CellElement>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
