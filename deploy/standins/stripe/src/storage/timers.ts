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
  const firstStatement = database.prepare('SELECT * FROM timers ORDER BY at, seq LIMIT 1');
  const removeStatement = database.prepare('DELETE FROM timers WHERE seq = ?');
  const nextTimer = (): StoredTimer | undefined => firstStatement.get() as StoredTimer | undefined;
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
