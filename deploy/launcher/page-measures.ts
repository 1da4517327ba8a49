import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './browsers.ts';
import { run } from './children.mjs';
import { CliError } from './cli-error.mjs';
import { compile } from './compile.ts';
import { withCourtly } from './journeys.ts';
import { installOnDemand } from './on-demand.ts';
import { step, type Output } from './progress.mjs';
import {
  isComplete,
  median,
  missedTargets,
  table,
  type LighthouseReport,
  type PageStats,
} from './page-stats.ts';

const RUN_COUNT = 3;

type Court = { id: string; name: string; photos: string[] };

/** Measures pages of the demo with Lighthouse, and resolves to the exit code. */
export async function measurePages(out: Output): Promise<number> {
  const lighthouse = join(await installOnDemand('audit tools', out), 'lighthouse');
  await compile(out);
  const chromium = await findChromium(out);
  return withCourtly(async (url) => {
    const plainCourt = await findCourt(url, ({ photos }) => photos.length === 0);
    const photoCourt = await findCourt(url, ({ photos }) => photos.length > 0);
    const pages = [
      { page: 'home', path: '/' },
      { page: 'courts', path: '/courts' },
      { page: 'a court', path: `/courts/${plainCourt}` },
      { page: 'with photos', path: `/courts/${photoCourt}` },
    ];
    const rows: PageStats[] = [];
    for (const { page, path } of pages) {
      const stats = await step(out, `Measuring ${page} (${RUN_COUNT} runs)`, () =>
        measure(lighthouse, chromium, url + path),
      );
      rows.push({ page, ...stats });
    }
    const failures = rows.flatMap(missedTargets);
    out.write(`\nMedians of ${RUN_COUNT} runs on a phone\n\n${table(rows)}\n`);
    for (const failure of failures) out.write(`${failure}\n`);
    return failures.length > 0 ? 1 : 0;
  });
}

/** The ID of a matching court in the demo. It is the same in every run. */
async function findCourt(url: string, matches: (court: Court) => boolean): Promise<string> {
  const response = await fetch(`${url}/api/courts`);
  const courts = (await response.json()) as Court[];
  const [court] = courts
    .filter(matches)
    .sort((left, right) => left.name.localeCompare(right.name, 'en'));
  if (!court) throw new CliError('The demo needs a court with photos and one without.');
  return court.id;
}

async function measure(
  lighthouse: string,
  chromium: string,
  pageUrl: string,
): Promise<Pick<PageStats, 'values'>> {
  const folder = mkdtempSync(join(tmpdir(), 'courtly-lighthouse-'));
  try {
    const reports: LighthouseReport[] = [];
    for (let attempt = 0; reports.length < RUN_COUNT && attempt < 2 * RUN_COUNT; attempt += 1) {
      const reportFile = join(folder, `${attempt}.json`);
      const report = await runLighthouse(lighthouse, chromium, pageUrl, reportFile);
      if (isComplete(report)) reports.push(report);
    }
    if (reports.length < RUN_COUNT) throw new CliError(`Lighthouse could not measure ${pageUrl}.`);
    return median(reports);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs Lighthouse as a phone with an empty cache on a slow network, which the browser throttles. A
 * simulation would count all early loopback requests as blocking.
 */
async function runLighthouse(
  lighthouse: string,
  chromium: string,
  pageUrl: string,
  reportFile: string,
): Promise<LighthouseReport> {
  const chromeFlags = [
    '--headless=new',
    '--disable-gpu',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  const { lines } = await run(
    lighthouse,
    [
      pageUrl,
      '--quiet',
      '--no-enable-error-reporting',
      '--throttling-method=devtools',
      '--only-categories=performance,accessibility,best-practices,seo',
      '--output=json',
      `--output-path=${reportFile}`,
      `--chrome-flags=${chromeFlags.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: chromium } },
  );
  if (!existsSync(reportFile)) throw new CliError(`Lighthouse failed:\n${lines.join('\n')}`);
  return JSON.parse(readFileSync(reportFile, 'utf8'));
}
