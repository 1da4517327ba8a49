import { expect, it, jest } from '@jest/globals';
import { NEVER, Subject } from 'rxjs';
import type { Progress } from '../projections/progress.js';
import type { Readers } from '../projections/readers.js';
import { StreamController } from './stream.controller.js';

it('a live stream announces its reader every second until it closes', () => {
  jest.useFakeTimers();
  try {
    const announce = jest.fn();
    const controller = new StreamController(
      { updates: new Subject() } as unknown as Progress,
      { announce } as unknown as Readers,
      { of: () => NEVER },
    );
    const input = { query: { topics: [] } } as never;
    const stream = controller.streamChanges(input, {} as never).subscribe();
    jest.advanceTimersByTime(3_000);
    expect(announce).toHaveBeenCalledTimes(4);
    stream.unsubscribe();
    jest.advanceTimersByTime(3_000);
    expect(announce).toHaveBeenCalledTimes(4);
  } finally {
    jest.useRealTimers();
  }
});
