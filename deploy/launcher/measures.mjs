/**
 * What a page must reach: scores of 100, milliseconds, and the share of the view that moves.
 * @type {readonly { name: string, of: (report: Report) => number, least?: number, most?: number, digits?: number }[]}
 */
const measures = [
  { name: 'performance', of: category('performance'), least: 95 },
  { name: 'accessibility', of: category('accessibility'), least: 100 },
  { name: 'best practices', of: category('best-practices'), least: 100 },
  { name: 'SEO', of: category('seo'), least: 100 },
  { name: 'LCP ms', of: audit('largest-contentful-paint'), most: 1_800 },
  { name: 'CLS', of: audit('cumulative-layout-shift'), most: 0.02, digits: 3 },
  { name: 'TBT ms', of: audit('total-blocking-time') },
  // How fast Lighthouse found this machine to be: with much else to do, it measures pages as slower than they are.
  { name: 'machine', of: ({ environment }) => environment?.benchmarkIndex ?? 0 },
];

/**
 * The parts of Lighthouse's report that are read.
 * @typedef {{ categories: Record<string, { score: number | null }>, audits: Record<string, { numericValue?: number }>, environment?: { benchmarkIndex: number } }} Report
 */

/** @typedef {{ page: string, values: readonly number[] }} Row the measures of a page, in their order */

/** @param {string} name @returns {(report: Report) => number} */
function category(name) {
  return ({ categories }) => Math.round((categories[name]?.score ?? 0) * 100);
}

/** @param {string} name @returns {(report: Report) => number} */
function audit(name) {
  return ({ audits }) => audits[name]?.numericValue ?? Infinity;
}

/**
 * Whether a run has come to an end: a page that has not shown in time has no score.
 * @param {Report} report
 */
export const isWhole = ({ categories }) => typeof categories.performance?.score === 'number';

/**
 * The middle one of each measure over several runs.
 * @param {readonly Report[]} reports an odd number of them
 * @returns {Pick<Row, 'values'>}
 */
export const median = (reports) => ({
  values: measures.map(
    ({ of }) => reports.map(of).sort((a, b) => a - b)[Math.floor(reports.length / 2)] ?? Infinity,
  ),
});

/**
 * What a page misses, a line for each.
 * @param {Row} row
 */
export const missed = ({ page, values }) =>
  measures.flatMap(({ name, least = -Infinity, most = Infinity, digits = 0 }, i) => {
    const value = values[i] ?? NaN;
    if (value >= least && value <= most) return [];
    const bound = value < least ? `at least ${least}` : `at most ${most}`;
    return [`${page}: ${name} is ${value.toFixed(digits)}, and must be ${bound}.`];
  });

/**
 * A table of all pages for a terminal.
 * @param {readonly Row[]} rows
 */
export function table(rows) {
  const lines = [
    ['', ...measures.map(({ name }) => name)],
    ...rows.map(({ page, values }) => [
      page,
      ...values.map((value, i) => value.toFixed(measures[i]?.digits ?? 0)),
    ]),
  ];
  const widths =
    lines[0]?.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0))) ?? [];
  return lines
    .map((line) =>
      line
        .map((cell, i) => (i ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[0] ?? 0)))
        .join('  '),
    )
    .map((line) => `${line}\n`)
    .join('');
}
