import { useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { playersByNameQuery } from '../../resources/admin/replay-queries';
import { fullName } from '../../resources/session/person-labels';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';

/**
 * A search result or the player from a link, who can be imported and have no account. `id` is empty
 * until a player is chosen, so that a typed email is never submitted.
 */
export type ChosenPlayer = Readonly<{ id: string; name: string }>;

type PlayerFieldProps = {
  player: ChosenPlayer;
  onChange: (player: ChosenPlayer) => void;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** Looks up a player only on request, because each lookup by an admin is recorded. */
export function PlayerField({ player, onChange, error, ref }: PlayerFieldProps) {
  const [searched, setSearched] = useState('');
  const foundPlayers = useQuery({
    ...playersByNameQuery(searched),
    enabled: searched !== '',
  });
  const chooseAccount = (chosen: ChosenPlayer) => {
    setSearched('');
    onChange(chosen);
  };
  return (
    <div className="grid gap-3 sm:col-span-full">
      <Field
        label="Player"
        optional
        error={error}
        hint="Find a player by name, username, email, or ID, then choose one. The result will include this player's ratings at that time."
      >
        {(controlProps) => (
          <div className="flex gap-3">
            <Input
              {...controlProps}
              ref={ref}
              value={player.name}
              autoComplete="off"
              spellCheck={false}
              maxLength={254}
              onChange={({ target }) => {
                setSearched('');
                onChange({ id: '', name: target.value });
              }}
            />
            <Button
              variant="outline"
              busy={foundPlayers.isFetching}
              disabled={player.name.trim() === ''}
              onClick={() => setSearched(player.name.trim())}
            >
              Find Player
            </Button>
          </div>
        )}
      </Field>
      <div role="status">
        {foundPlayers.isError && <p className="text-bad">The search failed. Please try again.</p>}
        {foundPlayers.data?.length === 0 && <p>No account has this name.</p>}
        {foundPlayers.data && foundPlayers.data.length > 0 && (
          <ul className="flex flex-wrap gap-2">
            {foundPlayers.data.map((account) => (
              <li key={account.id}>
                <Button
                  size="sm"
                  variant="outline"
                  onClick={() => chooseAccount({ id: account.id, name: fullName(account) })}
                >
                  <bdi>{fullName(account)}</bdi> ({account.username})
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
