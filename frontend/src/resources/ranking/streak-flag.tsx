import { Flame, TrendingUp } from 'lucide-react';
import { streakFlag } from './ranking-labels';

export function StreakFlag({ streak }: { streak: number }) {
  const flag = streakFlag(streak);
  if (!flag) return null;
  const Icon = flag.kind === 'fire' ? Flame : TrendingUp;
  return (
    <span className="inline-flex items-center gap-1.5 text-small text-quiet">
      <Icon
        size={16}
        strokeWidth={1.8}
        aria-hidden
        className={flag.kind === 'fire' ? 'text-clay' : 'text-leaf'}
      />
      {flag.label}
    </span>
  );
}
