import { isDeepStrictEqual } from 'node:util';
import { interruption, pause, CliError } from './cli-error.mjs';

const ASK_AGAIN_MS = 500;

/** @typedef {import('./compose.mjs').ComposeProject} ComposeProject */
/** @typedef {{ projection: string, live: { position: string } | null, lagSeconds: number | null }} Status */

/** @param {ComposeProject} project @returns {Promise<string>} how many bookings it has looked at */
export async function verify(project) {
  const { bookings, violations } = JSON.parse(
    await project.courtly('projector', 'verify', '--json'),
  );
  if (violations.length > 0) throw new CliError(JSON.stringify(violations.slice(0, 5)));
  return `${bookings} bookings`;
}

/**
 * Rebuilds every read model and compares its hash with the live one. Retries if the log grew.
 * @param {ComposeProject} project
 * @returns {Promise<string>} their names
 */
export async function rebuildAll(project) {
  let shown = await whole(project);
  for (const name of Object.keys(shown))
    for (let equal = false; !equal;) {
      const before = await project.courtly('projector', 'projections', 'hash', name);
      const told = await project.courtly('projector', 'projections', 'rebuild', name);
      equal = told.includes(`hash ${before}`);
      if (equal) continue;
      const now = await whole(project);
      if (isDeepStrictEqual(now, shown))
        throw new CliError(`${name} had hash ${before}, now:\n${told}`);
      shown = now;
    }
  return Object.keys(shown).join(', ');
}

/**
 * Waits until every read model shows the whole log.
 * @param {ComposeProject} project
 * @returns {Promise<Record<string, string | undefined>>} how much each shows, by its name
 */
async function whole(project) {
  for (;;) {
    interruption.signal.throwIfAborted();
    /** @type {{ projections: Status[] }} */
    const { projections } = JSON.parse(
      await project.courtly('projector', 'projections', 'status', '--json'),
    );
    if (projections.every(({ live, lagSeconds }) => live && lagSeconds === 0))
      return Object.fromEntries(
        projections.map(({ projection, live }) => [projection, live?.position]),
      );
    await pause(ASK_AGAIN_MS);
  }
}
