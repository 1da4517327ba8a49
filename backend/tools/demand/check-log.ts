import { withApplication } from '@courtly/backend/cli/application';
import { type Cli, Failure } from '@courtly/backend/cli/cli';
import { rebuild } from '@courtly/backend/cli/rebuild';
import { formatCount, formatTable } from '@courtly/backend/cli/table';
import { runVerification } from '@courtly/backend/cli/verify';
import { collectionHash } from '@courtly/backend/platform/projections/content-hash';
import type { Projection } from '@courtly/backend/platform/projections/projection';
import { ReadModels } from '@courtly/backend/platform/projections/read-models';
import { allProjections } from '@courtly/backend/slices';
import { acknowledgedInLog } from '../acknowledged.js';

/** Rebuilds each read model and compares the hashes. Returns the number of differences. */
const rebuildAll = (commandLine: Cli): Promise<number> =>
  withApplication(commandLine, async (application) => {
    const tableRows: string[][] = [];
    for (const projection of allProjections) {
      const hashBefore = await application
        .get(ReadModels)
        .walk(projection as unknown as Projection, collectionHash);
      const { hash, events } = await rebuild(
        application,
        projection.name,
        commandLine.interrupted,
        () => undefined,
      );
      tableRows.push([
        projection.name,
        formatCount(events),
        hashBefore === hash ? `equal ${hashBefore}` : `${hashBefore} became ${hash}`,
      ]);
    }
    commandLine.print(formatTable([['rebuilt', 'events', 'hash'], ...tableRows]));
    return tableRows.filter(([, , verdict]) => !verdict!.startsWith('equal')).length;
  });

/**
 * Compares the log with the acknowledged bookings, verifies it, and rebuilds every read model.
 * @throws Failure if there is any difference
 */
export const checkLog = async (
  commandLine: Cli,
  environment: Readonly<Record<string, string>>,
  acknowledgedIds: readonly string[],
): Promise<void> => {
  const quietCli = { ...commandLine, environment: { ...commandLine.environment, ...environment } };
  const { lost, unknown } = await acknowledgedInLog(quietCli, acknowledgedIds);
  commandLine.print(
    `${formatCount(lost)} acknowledged bookings lost, ${formatCount(unknown)} never acknowledged`,
  );
  const violations = await runVerification(quietCli);
  const different = await rebuildAll(quietCli);
  if (lost + unknown > 0) throw new Failure('The log differs from the acknowledged bookings.');
  if (violations > 0) throw new Failure(`${formatCount(violations)} violations.`);
  if (different > 0) throw new Failure(`${different} read models changed when rebuilt.`);
};
