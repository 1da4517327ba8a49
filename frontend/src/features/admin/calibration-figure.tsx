import type { ForecastErrors } from '@courtly/contracts/rating-replays';
import { countLabel, percentLabel } from '../../resources/admin/replay-labels';
import { type TableColumn, DataTable } from '../../ui/data-table';
import { LoadFailed, lazyComponent } from '../../ui/lazy-component';
import { Skeleton } from '../../ui/skeleton';
import { Heading } from '../../ui/heading';

const CalibrationChart = lazyComponent(
  async () => (await import('./calibration-chart')).CalibrationChart,
  {
    fallback: <Skeleton className="h-80" />,
    renderError: (retryImport) => <LoadFailed subject="The chart" onRetry={retryImport} />,
  },
);

type CalibrationRow = Readonly<{
  bin: number;
  formulaBins: readonly ForecastErrors['bins'][number][];
}>;

/** The calibration in ten bins, as a chart and as an accessible table. */
export function CalibrationFigure({ errors }: { errors: readonly ForecastErrors[] }) {
  const calibrationRows: CalibrationRow[] = Array.from(
    { length: errors[0]?.bins.length ?? 0 },
    (_, bin) => ({
      bin,
      formulaBins: errors.map(({ bins }) => bins[bin]!),
    }),
  );
  const calibrationColumns: TableColumn<CalibrationRow>[] = [
    { head: 'Forecast', cell: ({ bin }) => `${bin * 10} to ${bin * 10 + 10}%` },
    ...errors.flatMap(({ formula }, index): TableColumn<CalibrationRow>[] => [
      {
        head: `${formula}: forecasts`,
        cell: ({ formulaBins }) => countLabel(formulaBins[index]!.forecasts),
        numeric: true,
      },
      {
        head: `${formula}: came true`,
        cell: ({ formulaBins }) => percentLabel(formulaBins[index]!.came),
        numeric: true,
      },
    ]),
  ];
  return (
    <figure className="min-w-0 border-t border-brass-line pt-4">
      <figcaption className="mb-5">
        <Heading level={3}>Calibration</Heading>
        <p className="max-w-prose text-small text-quiet">
          How often forecasts came true. Points on the diagonal are perfectly calibrated.
        </p>
      </figcaption>
      <CalibrationChart errors={errors} />
      <details className="mt-3">
        <summary className="flex min-h-9 w-fit cursor-pointer items-center underline underline-offset-4">
          Show “Calibration” as a table
        </summary>
        <div className="mt-2">
          <DataTable
            stacked
            label="Calibration"
            columns={calibrationColumns}
            rows={calibrationRows}
            rowKey={({ bin }) => bin}
          />
        </div>
      </details>
    </figure>
  );
}
