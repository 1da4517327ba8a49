import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { metrics } from '../../backend/src/platform/stores/metrics.js';
import { configKeys } from '../../backend/src/config.js';

const operations = readFileSync(
  join(import.meta.dirname, '..', '..', 'docs', 'operations.md'),
  'utf8',
);

it('docs/operations.md explains each metric', () => {
  const names = metrics.getMetricsAsArray().map(({ name }) => name);
  const ours = names.filter((name) => name.startsWith('courtly_'));
  expect(ours.length).toBeGreaterThan(3);
  expect(
    ours.filter(
      (name) => !operations.includes(`\`${name}{`) && !operations.includes(`\`${name}\``),
    ),
  ).toEqual([]);
});

/**
 * Only a command reads this variable, so the processes do not know the administrator's password.
 */
const commandVariables = ['EVENTSTORE_ADMIN_URL'];
/** Only the proxy of Compose reads this variable. */
const proxyVariables = ['PROXY_PROTOCOL'];

it('docs/operations.md names only variables that the configuration reads', () => {
  const known: readonly string[] = [...configKeys, ...commandVariables, ...proxyVariables];
  const variableNames = [...operations.matchAll(/`([A-Z]+_[A-Z_]+)[=`]/g)].map(([, name]) => name!);
  expect(variableNames.length).toBeGreaterThan(5);
  expect(variableNames.filter((name) => !known.includes(name))).toEqual([]);
});
