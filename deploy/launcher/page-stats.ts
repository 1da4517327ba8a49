/** The parts of a Lighthouse report that we use. */
export type LighthouseReport = {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
  environment?: { benchmarkIndex: number };
};

/** The statistics of a page, in the order of the table. */
export type PageStats = { page: string; values: readonly number[] };

type Statistic = {
  label: string;
  valueOf: (report: LighthouseReport) => number;
  minimum?: number;
  maximum?: number;
  digits?: number;
};

const categoryScore =
  (category: string) =>
  ({ categories }: LighthouseReport): number =>
    Math.round((categories[category]?.score ?? 0) * 100);

const auditValue =
  (audit: string) =>
  ({ audits }: LighthouseReport): number =>
    audits[audit]?.numericValue ?? Infinity;

/** Scores out of 100, milliseconds, and the share of the view that shifts, each with its target. */
const statistics: readonly Statistic[] = [
  { label: 'performance', valueOf: categoryScore('performance'), minimum: 95 },
  { label: 'accessibility', valueOf: categoryScore('accessibility'), minimum: 100 },
  { label: 'best practices', valueOf: categoryScore('best-practices'), minimum: 100 },
  { label: 'SEO', valueOf: categoryScore('seo'), minimum: 100 },
  { label: 'LCP ms', valueOf: auditValue('largest-contentful-paint'), maximum: 1_800 },
  { label: 'CLS', valueOf: auditValue('cumulative-layout-shift'), maximum: 0.02, digits: 3 },
  { label: 'TBT ms', valueOf: auditValue('total-blocking-time') },
  // The speed of this machine during the run. Pages appear slower on a busy machine.
  { label: 'machine', valueOf: ({ environment }) => environment?.benchmarkIndex ?? 0 },
];

/** Whether a run is complete. A page that did not load in time has no score. */
export const isComplete = ({ categories }: LighthouseReport): boolean =>
  typeof categories['performance']?.score === 'number';

/**
 * Calculates the median of each statistic.
 * @param reports an odd number of them
 */
export const median = (reports: readonly LighthouseReport[]): Pick<PageStats, 'values'> => ({
  values: statistics.map(({ valueOf }) => {
    const sortedValues = reports.map(valueOf).sort((left, right) => left - right);
    return sortedValues[Math.floor(reports.length / 2)] ?? Infinity;
  }),
});

/** Describes the targets that a page misses, one line each. */
export const missedTargets = ({ page, values }: PageStats): string[] =>
  statistics.flatMap(({ label, minimum = -Infinity, maximum = Infinity, digits = 0 }, index) => {
    const value = values[index] ?? NaN;
    if (value >= minimum && value <= maximum) return [];
    const target = value < minimum ? `at least ${minimum}` : `at most ${maximum}`;
    return [`${page}: ${label} is ${value.toFixed(digits)} but must be ${target}.`];
  });

/** Formats a table of all pages for a terminal. */
export function table(rows: readonly PageStats[]): string {
  const tableRows = [
    ['', ...statistics.map(({ label }) => label)],
    ...rows.map(({ page, values }) => [
      page,
      ...values.map((value, index) => value.toFixed(statistics[index]?.digits ?? 0)),
    ]),
  ];
  const columnWidths = statistics.map((_, index) =>
    Math.max(...tableRows.map((cells) => cells[index + 1]?.length ?? 0)),
  );
  const pageWidth = Math.max(...tableRows.map(([page = '']) => page.length));
  return tableRows
    .map(([page = '', ...cells]) => {
      const padded = cells.map((cell, index) => cell.padStart(columnWidths[index] ?? 0));
      return `${[page.padEnd(pageWidth), ...padded].join('  ')}\n`;
    })
    .join('');
}
