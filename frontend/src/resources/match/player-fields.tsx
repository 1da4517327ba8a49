import type { MatchSide } from '@courtly/contracts/matches';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import type { NamedPlayer } from './review-mutation';

const sides: readonly { value: MatchSide; label: string }[] = [
  { value: 'opponent', label: 'Opponent' },
  { value: 'partner', label: 'Partner' },
];
/** One partner and two opponents. */
const MOST_PLAYERS = 3;
export const nobody: NamedPlayer = { playerName: '', playerEmail: '', side: 'opponent' };

/** Added players and the one being entered. */
export type Named = { added: readonly NamedPlayer[]; next: NamedPlayer };

/** All named players, including one entered but not added. */
export const everybodyIn = ({ added, next }: Named): NamedPlayer[] =>
  [...added, next]
    .map((one) => ({
      ...one,
      playerName: one.playerName.trim(),
      playerEmail: one.playerEmail.trim(),
    }))
    .filter(({ playerName }) => playerName);

type Props = {
  players: Named;
  onChange: (players: Named) => void;
  /** The challenged player, who most likely played. */
  challenged?: string | undefined;
};

export function PlayerFields({ players, onChange, challenged }: Props) {
  const { added, next } = players;
  const [error, setError] = useState<string>();
  const change = (part: Partial<NamedPlayer>) => onChange({ added, next: { ...next, ...part } });
  const add = () => {
    const isNamed = next.playerName.trim() !== '';
    setError(isNamed ? undefined : 'Please enter a name');
    if (isNamed) onChange({ added: everybodyIn(players), next: nobody });
  };
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-1 font-display text-xl">Who played with you</legend>
      <p className="text-[0.9375rem] text-quiet">
        Add an email so that they can confirm the result. Only confirmed results count for ratings.
      </p>
      {challenged && !everybodyIn(players).some(({ playerName }) => playerName === challenged) && (
        <p className="flex flex-wrap items-center justify-between gap-3 border-y border-brass-line py-2">
          <span className="wrap-anywhere">
            You challenged <bdi>{challenged}</bdi>.
          </span>
          <Button
            variant="outline"
            size="sm"
            onClick={() => change({ playerName: challenged, side: 'opponent' })}
          >
            Fill In
          </Button>
        </p>
      )}
      {added.length > 0 && (
        <ul>
          {added.map((player, index) => (
            <li
              key={index}
              className="flex items-center justify-between gap-3 border-b border-rule py-1"
            >
              <span dir="auto" className="min-w-0 break-words">
                {player.playerName}
                <span className="text-quiet">, {player.side}</span>
              </span>
              <button
                type="button"
                aria-label={`Remove ${player.playerName}`}
                onClick={() => onChange({ added: added.filter((one) => one !== player), next })}
                className="grid size-11 shrink-0 cursor-pointer place-items-center text-quiet hover:text-ink"
              >
                <X size={18} strokeWidth={1.6} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {added.length < MOST_PLAYERS && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Name" error={error}>
            {(control) => (
              <Input
                {...control}
                maxLength={80}
                autoComplete="off"
                value={next.playerName}
                onChange={({ target }) => change({ playerName: target.value })}
              />
            )}
          </Field>
          <Field label="Email" optional>
            {(control) => (
              <Input
                {...control}
                type="email"
                maxLength={254}
                autoComplete="off"
                value={next.playerEmail}
                onChange={({ target }) => change({ playerEmail: target.value })}
              />
            )}
          </Field>
          <Field label="Played as">
            {(control) => (
              <Select
                {...control}
                options={sides}
                value={next.side}
                onChange={({ target }) => change({ side: target.value as MatchSide })}
              />
            )}
          </Field>
          <Button type="button" variant="outline" className="self-end" onClick={add}>
            Add Player
          </Button>
        </div>
      )}
    </fieldset>
  );
}
