import type { DatabaseSync } from 'node:sqlite';

export type TimerKind =
  | 'hold'
  | 'available'
  | 'incomplete'
  | 'renewal'
  | 'draft'
  | 'dunning'
  | 'payout'
  | 'arrival'
  | 'evidence'
  | 'dispute'
  | 'refund'
  | 'booking'
  | 'fraud'
  | 'overdue';
export type StoredTimer = Readonly<{ at: number; seq: number; kind: TimerKind; subject: string }>;

/**
 * Work that runs when the clock reaches its time. `at` is in Unix seconds; `subject` is the id of
 * an object.
 */
export function createTimerQueue(database: DatabaseSync) {
  const insertStatement = database.prepare(
    'INSERT INTO timers (at, kind, subject) VALUES (?, ?, ?)',
  );
  const nthStatement = database.prepare('SELECT * FROM timers ORDER BY at, seq LIMIT 1 OFFSET ?');
  const removeStatement = database.prepare('DELETE FROM timers WHERE seq = ?');
  /** The timer at a position in the order of their times, from 1. */
  const nextTimer = (position = 1): StoredTimer | undefined =>
    nthStatement.get(position - 1) as StoredTimer | undefined;
  return {
    addTimer(dueSeconds: number, timerKind: TimerKind, subjectId: string): void {
      insertStatement.run(dueSeconds, timerKind, subjectId);
    },
    next: nextTimer,
    /** Removes and returns the first due timer. */
    takeDueTimer(nowSeconds: number): StoredTimer | undefined {
      const dueTimer = nextTimer();
      if (!dueTimer || dueTimer.at > nowSeconds) return undefined;
      removeStatement.run(dueTimer.seq);
      return dueTimer;
    },
  };
}
export type TimerQueue = ReturnType<typeof createTimerQueue>;
