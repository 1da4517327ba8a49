import { expect, it } from '@jest/globals';
import { fullName } from './person-labels';

const person = { firstName: 'Nadia', lastName: 'Ferro', username: 'nadia' };

it('uses first and last name, or the username', () => {
  expect(fullName(person)).toBe('Nadia Ferro');
  expect(fullName({ ...person, firstName: '', lastName: '' })).toBe('nadia');
  expect(fullName({ firstName: '', lastName: '', username: '' })).toBe('A former member');
});

it('removes marks that change the text direction', () =>
  expect(fullName({ ...person, lastName: '\u202eorreF' })).toBe('Nadia orreF'));
