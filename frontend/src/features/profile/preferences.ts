import type { Preferences, SocialTag } from '@courtly/contracts/identity';
import type { SkillLevel } from '@courtly/contracts/skill-level';

type Surface = Preferences['surfaces'][number];

const toOptions = <V extends string>(labels: Record<V, string>) =>
  (Object.entries(labels) as [V, string][]).map(([value, label]) => ({ value, label }));

export const skillLevels: readonly SkillLevel[] = [
  '2.5',
  '3.0',
  '3.5',
  '4.0',
  '4.5',
  '5.0',
  '5.5',
  '6.0+',
];

export const surfaceOptions = toOptions<Surface>({ clay: 'Clay', hard: 'Hard', grass: 'Grass' });

export const socialTagOptions = toOptions<SocialTag>({
  singles: 'Singles',
  doubles: 'Doubles',
  'mixed doubles': 'Mixed doubles',
  competitive: 'Competitive',
  friendly: 'Friendly',
  'early bird': 'Early bird',
  'after work': 'After work',
  weekends: 'Weekends',
});

export const toggleValue = <V>(list: readonly V[], value: V): V[] =>
  list.includes(value) ? list.filter((listedValue) => listedValue !== value) : [...list, value];
