import { registerHooks } from 'node:module';
import { registerTypeScript } from '../../../deploy/jest/typescript.js';

/**
 * Runs histories against a wrong rule until one of them detects it. Prints the number of histories,
 * or null.
 */
const [mutant, runs] = [JSON.parse(process.argv[2] ?? ''), Number(process.argv[3])];

registerTypeScript();
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith(`/src/${mutant.file}`)) return loaded;
    const source = String(loaded.source);
    if (!source.includes(mutant.from)) throw new Error(`${mutant.file} has no ${mutant.from}`);
    return { ...loaded, source: source.replace(mutant.from, () => mutant.to) };
  },
});

const { default: fc } = await import('fast-check');
const { history } = await import('./histories.ts');
const { membershipHistory } = await import('./membership-histories.ts');
const { hostHistory } = await import('./host-histories.ts');
const { checkHistory, checkHostHistory, checkMembershipHistory } =
  await import('./checked-history.ts');

const [arbitrary, check] = {
  booking: [history, checkHistory],
  host: [hostHistory, checkHostHistory],
  membership: [membershipHistory, checkMembershipHistory],
}[/** @type {'host' | 'membership' | undefined} */ (mutant.histories) ?? 'booking'];
const histories = fc.sample(/** @type {any} */ (arbitrary), { numRuns: runs, seed: 1 });
let foundBy = null;
for (const [index, simulated] of histories.entries()) {
  const problems = await check(simulated).then(
    (checked) => checked.problems,
    (/** @type {unknown} */ error) => [String(error)],
  );
  if (problems.length === 0) continue;
  foundBy = { runs: index + 1, problem: problems[0] };
  break;
}
console.log(JSON.stringify(foundBy));
