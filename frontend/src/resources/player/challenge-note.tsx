import { Swords, X } from 'lucide-react';
import { cx } from 'class-variance-authority';
import { useSearchState } from '../../lib/search-state';
import { useOptionalData } from '../../lib/use-optional-data';
import { fullName } from '../session/person-labels';
import { useSession } from '../session/session';
import { useChallenge } from './challenge';
import { playerQuery } from './player-queries';
import { expectedLabel } from './versus-labels';

type ChallengeNoteProps = {
  /** The next step on this page. */
  todo: string;
  className?: string;
};

/** Shows which player is being challenged, and lets the user cancel the challenge. */
export function ChallengeNote({ todo, className }: ChallengeNoteProps) {
  const { user } = useSession();
  const { challengedId } = useChallenge();
  const [, changeSearch] = useSearchState();
  const isOtherPlayer = user !== null && challengedId !== '' && challengedId !== user.id;
  const player = useOptionalData({ ...playerQuery(challengedId), enabled: isOtherPlayer });
  if (!isOtherPlayer || !player) return null;
  return (
    <div
      role="status"
      className={cx('flex items-center gap-3 border-y border-brass-line py-1.5', className)}
    >
      <Swords size={18} strokeWidth={1.6} aria-hidden className="shrink-0 text-brass" />
      <p className="min-w-0 grow wrap-anywhere">
        You're challenging{' '}
        <bdi className="font-semibold">{player.firstName || fullName(player)}</bdi>: {todo}
        {player.versus?.expected != null && (
          <span className="block text-small text-quiet">
            Expected result in singles: {expectedLabel(player.versus.expected)} games for you
          </span>
        )}
      </p>
      <button
        type="button"
        aria-label="Cancel the challenge"
        onClick={() => changeSearch({ challenge: '' })}
        className="grid size-11 shrink-0 cursor-pointer place-items-center text-quiet hover:text-ink"
      >
        <X size={18} strokeWidth={1.6} aria-hidden />
      </button>
    </div>
  );
}
