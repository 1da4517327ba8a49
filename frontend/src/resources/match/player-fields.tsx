import { MOST_MATCH_PLAYERS } from '@courtly/contracts/match-limits';
import type { MatchSide } from '@courtly/contracts/matches';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { useSession } from '../session/session';
import { playedWith } from './match-labels';
import { type NamedPlayer, matchesQuery } from './match-queries';

const sideOptions: readonly { value: MatchSide; label: string }[] = [
  { value: 'opponent', label: 'Opponent' },
  { value: 'partner', label: 'Partner' },
];
/** The number of people to pick from, from the latest matches. */
const SHOWN_PLAYERS = 8;
const earlierMatchesQuery = { ...matchesQuery, meta: { ...matchesQuery.meta, optional: true } };

export const emptyPlayer: NamedPlayer = { playerName: '', playerEmail: '', side: 'opponent' };

/** The players that were added and the one being entered. */
export type PlayerEntries = { added: readonly NamedPlayer[]; next: NamedPlayer };

/** All named players, including one that is entered but not added. */
export const participants = ({ added: addedPlayers, next }: PlayerEntries): NamedPlayer[] =>
  [...addedPlayers, next]
    .map((player) => ({
      ...player,
      playerName: player.playerName.trim(),
      playerEmail: player.playerEmail.trim(),
    }))
    .filter(({ playerName }) => playerName);

type PlayerFieldsProps = {
  players: PlayerEntries;
  onChange: (players: PlayerEntries) => void;
  /** The challenged player, who most likely took part. */
  challenged?: string | undefined;
};

export function PlayerFields({ players, onChange, challenged }: PlayerFieldsProps) {
  const { added: addedPlayers, next } = players;
  const [error, setError] = useState<string>();
  const changeDraft = (playerChange: Partial<NamedPlayer>) =>
    onChange({ added: addedPlayers, next: { ...next, ...playerChange } });
  const { user } = useSession();
  const matches = useInfiniteQuery(earlierMatchesQuery);
  const canAdd = addedPlayers.length < MOST_MATCH_PLAYERS;
  const knownPlayers = playedWith(matches.data?.items ?? [], user?.id)
    .filter(({ playerId }) => !addedPlayers.some((player) => player.playerId === playerId))
    .slice(0, SHOWN_PLAYERS);
  const changeSide = (changedPlayer: NamedPlayer, side: MatchSide) =>
    onChange({
      added: addedPlayers.map((player) =>
        player === changedPlayer ? { ...player, side } : player,
      ),
      next,
    });
  const addPlayer = () => {
    const hasName = next.playerName.trim() !== '';
    setError(hasName ? undefined : 'Please enter a name');
    if (hasName) onChange({ added: participants(players), next: emptyPlayer });
  };
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-1 font-display text-xl">Who played with you</legend>
      <p className="text-small text-quiet">
        Pick people you've played with, or add an email so that they can confirm the result. Only
        confirmed results count for ratings.
      </p>
      {participants(players).length < MOST_MATCH_PLAYERS && knownPlayers.length > 0 && (
        <ul aria-label="People you've played with" className="flex flex-wrap gap-2">
          {knownPlayers.map(({ playerId, playerName }) => (
            <li key={playerId} className="min-w-0">
              <Button
                variant="outline"
                size="sm"
                className="max-w-full"
                aria-label={`Add ${playerName}`}
                onClick={() =>
                  onChange({
                    added: [...addedPlayers, { ...emptyPlayer, playerId, playerName }],
                    next,
                  })
                }
              >
                <Plus size={16} strokeWidth={1.6} aria-hidden className="shrink-0" />
                <bdi className="truncate">{playerName}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {challenged && !participants(players).some(({ playerName }) => playerName === challenged) && (
        <p className="flex flex-wrap items-center justify-between gap-3 border-y border-brass-line py-2">
          <span className="wrap-anywhere">
            You challenged <bdi>{challenged}</bdi>.
          </span>
          <Button
            variant="outline"
            size="sm"
            onClick={() => changeDraft({ playerName: challenged, side: 'opponent' })}
          >
            Fill In
          </Button>
        </p>
      )}
      {addedPlayers.length > 0 && (
        <ul>
          {addedPlayers.map((player, index) => (
            <li
              key={index}
              className="flex items-center justify-between gap-3 border-b border-rule py-1"
            >
              <span dir="auto" className="min-w-0 break-words">
                {player.playerName}
              </span>
              <span className="ml-auto w-36 shrink-0">
                <Select
                  aria-label={`${player.playerName} played as`}
                  options={sideOptions}
                  value={player.side}
                  onChange={({ target }) => changeSide(player, target.value as MatchSide)}
                />
              </span>
              <button
                type="button"
                aria-label={`Remove ${player.playerName}`}
                onClick={() =>
                  onChange({
                    added: addedPlayers.filter((addedPlayer) => addedPlayer !== player),
                    next,
                  })
                }
                className="grid size-11 shrink-0 cursor-pointer place-items-center text-quiet hover:text-ink"
              >
                <X size={18} strokeWidth={1.6} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {canAdd && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Name" required error={error}>
            {(controlProps) => (
              <Input
                {...controlProps}
                maxLength={80}
                autoComplete="off"
                value={next.playerName}
                onChange={({ target }) => changeDraft({ playerName: target.value })}
              />
            )}
          </Field>
          <Field label="Email" optional>
            {(controlProps) => (
              <Input
                {...controlProps}
                type="email"
                maxLength={254}
                autoComplete="off"
                value={next.playerEmail}
                onChange={({ target }) => changeDraft({ playerEmail: target.value })}
              />
            )}
          </Field>
          <Field label="Played as">
            {(controlProps) => (
              <Select
                {...controlProps}
                options={sideOptions}
                value={next.side}
                onChange={({ target }) => changeDraft({ side: target.value as MatchSide })}
              />
            )}
          </Field>
          <Button type="button" variant="outline" className="self-end" onClick={addPlayer}>
            Add Player
          </Button>
        </div>
      )}
    </fieldset>
  );
}
