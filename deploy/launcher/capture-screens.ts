import { join } from 'node:path';
import { takePictures } from '../../frontend/e2e/screens.mjs';
import { findChromium } from './browsers.ts';
import { compile } from './compile.ts';
import { withCourtly } from './journeys.ts';
import { step, type Output } from './progress.mjs';
import { root } from './setup.mjs';

/** Takes the screenshots in docs/screens. */
export async function captureScreens(out: Output): Promise<void> {
  await compile(out);
  const executablePath = await findChromium(out);
  await withCourtly(async (url) => {
    const folder = join(root, 'docs', 'screens');
    const { count, bytes } = await step(out, 'Taking screenshots', () =>
      takePictures({ url, executablePath, folder }),
    );
    out.write(`${count} screenshots in docs/screens, ${(bytes / 1e6).toFixed(1)} MB\n`);
  });
}
