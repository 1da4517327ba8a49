import { expect, it } from '@jest/globals';
import { allEvents } from './event-sets.js';
import { slices } from './slices.js';

it('lists the event sets of every slice', () =>
  expect(new Set(allEvents)).toEqual(new Set(slices.flatMap(({ events }) => events))));
