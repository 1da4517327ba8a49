import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Watchdog } from './watchdog.js';

describe('the watchdog', () => {
  let watchdog: Watchdog;
  const ends = jest.fn();

  beforeEach(() => {
    jest.useFakeTimers();
    ends.mockClear();
    watchdog = new Watchdog();
    watchdog.onStandstill = ends;
  });

  afterEach(() => {
    watchdog.onApplicationShutdown();
    jest.useRealTimers();
  });

  it('ends a process of which a part has stood still for a minute, once', () => {
    watchdog.moved('projections');
    jest.advanceTimersByTime(59_999);
    expect(ends).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(ends).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(600_000);
    expect(ends).toHaveBeenCalledTimes(1);
  });

  it('leaves one alone of which all parts move on', () => {
    for (let second = 0; second < 600; second += 55) {
      watchdog.moved('projections');
      watchdog.moved('processes');
      jest.advanceTimersByTime(55_000);
    }
    expect(ends).not.toHaveBeenCalled();
  });

  it('leaves one alone whose part has ended', () => {
    watchdog.moved('processes');
    watchdog.rests('processes');
    jest.advanceTimersByTime(600_000);
    expect(ends).not.toHaveBeenCalled();
  });

  it('leaves one alone whose part has an excuse, for as long as it has', () => {
    let isAway = true;
    watchdog.excuse('processes', () => isAway);
    watchdog.moved('processes');
    jest.advanceTimersByTime(600_000);
    isAway = false;
    jest.advanceTimersByTime(55_000);
    expect(ends).not.toHaveBeenCalled();
    jest.advanceTimersByTime(5_000);
    expect(ends).toHaveBeenCalledTimes(1);
  });

  it('counts no time in which the process was stopped itself', () => {
    watchdog.moved('projections');
    jest.advanceTimersByTime(50_000);
    // The clock goes on, timers do not: as after SIGCONT.
    jest.setSystemTime(Date.now() + 600_000);
    jest.advanceTimersByTime(5_000);
    expect(ends).not.toHaveBeenCalled();
  });
});
