import { expect, it } from '@jest/globals';
import { initialsOf } from './avatar';

it.each([
  ['Robin Base', 'RB'],
  ['marc de la Vega', 'MD'],
  ['Nadia 🎾 Ferro', 'NF'],
  ['🎾', ''],
  ['Émile', 'É'],
  ['7 Up', '7U'],
])('the initials of %s are %s', (name, initials) => expect(initialsOf(name)).toBe(initials));
