import { join } from 'node:path';
import { takePictures } from '../../frontend/e2e/screens.mjs';
import { findChromium } from './browsers.mjs';
import { compile } from './compile.mjs';
import { withCourtly } from './journeys.mjs';
import { step } from './progress.mjs';
import { command } from './refusal.mjs';
import { prepare, root } from './setup.mjs';

const out = process.stdout;
const folder = join(root, 'docs', 'screens');

await command(async () => {
  const elsewhere = await prepare(out);
  if (elsewhere !== undefined) return elsewhere;
  await compile(out);
  const executablePath = await findChromium(out);
  await withCourtly(async (url) => {
    const take = () => takePictures({ url, executablePath, folder });
    const { count, bytes } = await step(out, 'Taking pictures of the pages', take);
    out.write(`${count} pictures in docs/screens, ${(bytes / 1e6).toFixed(1)} MB\n`);
  });
});
