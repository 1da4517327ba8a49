import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './browsers.mjs';
import { run } from './children.mjs';
import { compile } from './compile.mjs';
import { withCourtly } from './journeys.mjs';
import { isWhole, median, missed, table } from './measures.mjs';
import { step } from './progress.mjs';
import { command, Refusal } from './refusal.mjs';
import { prepare, root } from './setup.mjs';

const RUNS = 3;
const out = process.stdout;

await command(async () => {
  const elsewhere = await prepare(out);
  if (elsewhere !== undefined) return elsewhere;
  await compile(out);
  const chromium = await findChromium(out);
  return withCourtly(async (url) => {
    const pages = [
      { name: 'home', path: '/' },
      { name: 'courts', path: '/courts' },
      {
        name: 'a court',
        path: `/courts/${await courtAt(url, ({ photos }) => photos.length === 0)}`,
      },
      {
        name: 'with photos',
        path: `/courts/${await courtAt(url, ({ photos }) => photos.length > 0)}`,
      },
    ];
    const rows = [];
    for (const { name, path } of pages)
      rows.push({
        page: name,
        ...(await step(out, `Measuring ${name}, ${RUNS} times`, () =>
          measure(chromium, url + path),
        )),
      });
    const failures = rows.flatMap(missed);
    out.write(`\nMedians of ${RUNS} runs on a phone\n\n${table(rows)}\n`);
    for (const failure of failures) out.write(`${failure}\n`);
    return failures.length > 0 ? 1 : 0;
  });
});

/**
 * The id of a court of the demo, the same in every run.
 * @param {string} url of a Courtly with its demo
 * @param {(court: { photos: string[] }) => boolean} isMeant
 */
async function courtAt(url, isMeant) {
  const courts = /** @type {{ id: string, name: string, photos: string[] }[]} */ (
    await (await fetch(`${url}/api/courts`)).json()
  );
  const [court] = courts
    .filter(isMeant)
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
  if (!court) throw new Refusal('The demo has no such court to measure the page of.');
  return court.id;
}

/**
 * The medians of a page's measures.
 * @param {string} chromium
 * @param {string} url
 */
async function measure(chromium, url) {
  const folder = mkdtempSync(join(tmpdir(), 'courtly-lighthouse-'));
  try {
    const reports = [];
    for (let i = 0; reports.length < RUNS && i < 2 * RUNS; i += 1) {
      const report = await lighthouse(chromium, url, join(folder, `${i}.json`));
      if (isWhole(report)) reports.push(report);
    }
    if (reports.length < RUNS) throw new Refusal(`Lighthouse could not measure ${url}.`);
    return median(reports);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * One run of Lighthouse: a phone on a slow network, with an empty cache. The network and the processor are slowed down in the
 * browser; a simulation would count all that loopback brings before the first paint as if that had waited for it.
 * @param {string} chromium
 * @param {string} url
 * @param {string} file for its report
 * @returns {Promise<import('./measures.mjs').Report>}
 */
async function lighthouse(chromium, url, file) {
  const flags = [
    '--headless=new',
    '--disable-gpu',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  const { lines } = await run(
    join(root, 'node_modules', '.bin', 'lighthouse'),
    [
      url,
      '--quiet',
      '--no-enable-error-reporting',
      '--throttling-method=devtools',
      '--only-categories=performance,accessibility,best-practices,seo',
      '--output=json',
      `--output-path=${file}`,
      `--chrome-flags=${flags.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: chromium } },
  );
  if (!existsSync(file)) throw new Refusal(`Lighthouse failed:\n${lines.join('\n')}`);
  return JSON.parse(readFileSync(file, 'utf8'));
}
