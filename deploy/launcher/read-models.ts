import { isDeepStrictEqual } from 'node:util';
import { CliError, interruption, pause } from './cli-error.mjs';
import type { ComposeProject } from './compose.ts';

const POLL_MS = 500;

type ProjectionStatus = {
  projection: string;
  live: { position: string } | null;
  lagSeconds: number | null;
};

/**
 * Checks the bookings of an installation, and resolves to their number.
 * @throws {CliError} with the first violations
 */
export async function verify(project: ComposeProject): Promise<string> {
  const { bookings, violations } = JSON.parse(
    await project.courtly('projector', 'verify', '--json'),
  );
  if (violations.length > 0) throw new CliError(JSON.stringify(violations.slice(0, 5)));
  return `${bookings} bookings`;
}

/**
 * Rebuilds every read model, and compares its hash with the live one. Retries if the log has grown.
 * @returns the names of the read models
 * @throws {CliError} if a rebuild differs
 */
export async function rebuildAll(project: ComposeProject): Promise<string> {
  let positions = await completePositions(project);
  for (const name of Object.keys(positions))
    for (let isEqual = false; !isEqual;) {
      const liveHash = await project.courtly('projector', 'projections', 'hash', name);
      const rebuildOutput = await project.courtly('projector', 'projections', 'rebuild', name);
      isEqual = rebuildOutput.includes(`hash ${liveHash}`);
      if (isEqual) continue;
      const laterPositions = await completePositions(project);
      if (isDeepStrictEqual(laterPositions, positions))
        throw new CliError(`${name} had hash ${liveHash}, now:\n${rebuildOutput}`);
      positions = laterPositions;
    }
  return Object.keys(positions).join(', ');
}

/** Waits until every read model has caught up, and resolves to the positions by name. */
async function completePositions(
  project: ComposeProject,
): Promise<Record<string, string | undefined>> {
  for (;;) {
    interruption.signal.throwIfAborted();
    const { projections }: { projections: ProjectionStatus[] } = JSON.parse(
      await project.courtly('projector', 'projections', 'status', '--json'),
    );
    if (projections.every(({ live, lagSeconds }) => live && lagSeconds === 0))
      return Object.fromEntries(
        projections.map(({ projection, live }) => [projection, live?.position]),
      );
    await pause(POLL_MS);
  }
}
