import type { DatabaseSync } from 'node:sqlite';

export type TimerKind = 'hold' | 'available' | 'incomplete' | 'renewal' | 'draft' | 'dunning';
export type Timer = Readonly<{ at: number; seq: number; kind: TimerKind; subject: string }>;

/** What happens by itself once the clock shows its time. `at` is in unix seconds, `subject` the id of an object. */
export function timers(database: DatabaseSync) {
  const insert = database.prepare('INSERT INTO timers (at, kind, subject) VALUES (?, ?, ?)');
  const first = database.prepare('SELECT * FROM timers ORDER BY at, seq LIMIT 1');
  const remove = database.prepare('DELETE FROM timers WHERE seq = ?');
  const next = (): Timer | undefined => first.get() as Timer | undefined;
  return {
    set(at: number, kind: TimerKind, subject: string): void {
      insert.run(at, kind, subject);
    },
    next,
    /** Takes the first timer that is due. */
    take(now: number): Timer | undefined {
      const timer = next();
      if (!timer || timer.at > now) return undefined;
      remove.run(timer.seq);
      return timer;
    },
  };
}
export type Timers = ReturnType<typeof timers>;
