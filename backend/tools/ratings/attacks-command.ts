import type { Cli } from '@courtly/backend/cli/cli';
import { formatTable } from '@courtly/backend/cli/table';
import { configuredFormula } from '@courtly/backend/play/rankings/formulas';
import { Command } from 'commander';
import {
  type Attack,
  cheapAttacks,
  costlyAttacks,
  noAttack,
  silentClub,
  simulateAttack,
} from './attacks.js';

const SEEDS = [1, 2, 3, 4, 5];
const FORMULAS = ['games-share-glicko', 'games-share-glicko-2', 'games-share-glicko-3'];
const TOP_TENTH = 0.1;

const percentText = (share: number) => `${Math.round(share * 100)}%`;

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The attacker's best rank share, and the number of seeds in which it is in the top tenth. */
const attackRow = (attack: Attack): string[] => {
  const outcomes = FORMULAS.map((name) =>
    SEEDS.map((seed) => simulateAttack(configuredFormula(name), attack, seed)),
  );
  const cells = outcomes.map((formulaOutcomes) => {
    const shares = formulaOutcomes.flatMap(({ share }) => share ?? []);
    const successes = shares.filter((share) => share <= TOP_TENTH).length;
    return shares.length === 0
      ? 'not ranked'
      : `${successes} of ${SEEDS.length}, best ${percentText(Math.min(...shares))}`;
  });
  return [attack.name, String(outcomes[0]![0]!.hours), ...cells];
};

const orderText = (name: string, club: Attack): string => {
  const outcomes = SEEDS.map((seed) => simulateAttack(configuredFormula(name), club, seed));
  const order = mean(outcomes.map(({ orderRight }) => orderRight)).toFixed(3);
  const ranked = mean(outcomes.map(({ ranked: count }) => count)).toFixed(0);
  return `${name}: ${ranked} honest players ranked, rank correlation with skill ${order}`;
};

export const attacksCommand = (commandLine: Cli): Command =>
  new Command('ratings-attacks')
    .description('simulate players who make up results, and print how they rank by each formula')
    .action(() => {
      const rows = [noAttack, ...cheapAttacks, ...costlyAttacks].map(attackRow);
      commandLine.print(formatTable([['attack', 'hours', ...FORMULAS], ...rows]));
      for (const name of FORMULAS) commandLine.print(orderText(name, noAttack));
      commandLine.print('If a third of the matches have no answer:');
      for (const name of FORMULAS) commandLine.print(orderText(name, silentClub));
    });
