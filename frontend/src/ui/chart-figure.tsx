import { DataTable } from './data-table';
import { LoadFailed, lazyComponent } from './lazy-component';
import { Skeleton } from './skeleton';
import type { ChartBar } from './charts';
import { Heading } from './heading';

const BarsChart = lazyComponent(async () => (await import('./charts')).default, {
  fallback: <Skeleton className="h-[15.6rem]" />,
  renderError: (retryLoad) => <LoadFailed subject="The chart" onRetry={retryLoad} />,
});

type ChartFigureProps = {
  title: string;
  /** The total as a short text. */
  total: string;
  note?: string;
  /** The column headings of the table: the category and the measure. */
  heads: readonly [string, string];
  bars: readonly ChartBar[];
  axis: (value: number) => string;
  whole?: boolean;
  horizontal?: boolean;
};

/** A chart with a title, a total, and a table of the same figures for screen readers. */
export function ChartFigure({ title, total, note, heads, bars, ...chart }: ChartFigureProps) {
  return (
    <figure className="min-w-0 border-t border-brass-line pt-4">
      <figcaption className="mb-5">
        <Heading level={2}>{title}</Heading>
        <p className="figures text-quiet">{total}</p>
      </figcaption>
      <BarsChart title={`${title}: ${total}`} bars={bars} {...chart} />
      {note && <p className="mt-3 text-sm text-quiet">{note}</p>}
      <details className="mt-3">
        <summary className="flex min-h-9 w-fit cursor-pointer items-center underline underline-offset-4">
          Data table: {title}
        </summary>
        <div className="mt-2">
          <DataTable
            label={title}
            columns={[
              { head: heads[0], cell: ({ name }) => name },
              { head: heads[1], cell: ({ words }) => words, numeric: true },
            ]}
            rows={bars}
            rowKey={(_, index) => index}
          />
        </div>
      </details>
    </figure>
  );
}
