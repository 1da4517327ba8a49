import { expect, it } from '@jest/globals';
import { allProjections } from './slices.js';

it('the live stream announces only the ids of courts to everyone', () =>
  expect(allProjections.flatMap(({ name, audience }) => (audience ? [] : [name]))).toEqual([
    'courts',
  ]));
