import { X } from 'lucide-react';
import { cx } from 'class-variance-authority';
import { Button } from '../../ui/button';
import { Input } from '../../ui/input';

/** The maximum in the contract. */
const MAX_SETS = 9;

/** The games in a set as entered, for the player who logs it and for the opponents. */
export type SetEntry = Readonly<{ ownGames: string; opponentGames: string }>;

/** Converts the sets to the contract's format, without the empty ones. */
export const playedSets = (sets: readonly SetEntry[]) =>
  sets
    .filter(({ ownGames, opponentGames }) => ownGames !== '' || opponentGames !== '')
    .map(({ ownGames, opponentGames }) => ({
      player1: Number(ownGames),
      player2: Number(opponentGames),
    }));

const columnsClass = 'grid grid-cols-[3.5rem_1fr_0.5rem_1fr_2.75rem] items-center gap-2';

type SetFieldsProps = { sets: readonly SetEntry[]; onChange: (sets: readonly SetEntry[]) => void };

/** Fields for the score of each set, which is optional. */
export function SetFields({ sets, onChange }: SetFieldsProps) {
  const gamesInput = (index: number, scoreSide: keyof SetEntry, inputLabel: string) => (
    <Input
      aria-label={`Set ${index + 1}, ${inputLabel}`}
      type="number"
      inputMode="numeric"
      min={0}
      max={99}
      step={1}
      value={sets[index]![scoreSide]}
      onChange={({ target }) =>
        onChange(
          sets.map((setEntry, otherIndex) =>
            otherIndex === index ? { ...setEntry, [scoreSide]: target.value } : setEntry,
          ),
        )
      }
    />
  );
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1.5 text-small font-semibold">
        Sets<span className="font-normal text-quiet"> (optional)</span>
      </legend>
      {sets.length > 0 && (
        <ol className="grid gap-2">
          <li aria-hidden className={cx(columnsClass, 'text-small text-quiet')}>
            <span className="col-start-2">You</span>
            <span className="col-start-4">Them</span>
          </li>
          {sets.map((_, index) => (
            <li key={index} className={columnsClass}>
              <span className="text-quiet">Set {index + 1}</span>
              {gamesInput(index, 'ownGames', 'games won')}
              <span aria-hidden>–</span>
              {gamesInput(index, 'opponentGames', 'games lost')}
              <button
                type="button"
                aria-label={`Remove set ${index + 1}`}
                onClick={() => onChange(sets.filter((_, otherIndex) => otherIndex !== index))}
                className="grid size-11 cursor-pointer place-items-center text-quiet hover:text-ink"
              >
                <X size={18} strokeWidth={1.6} aria-hidden />
              </button>
            </li>
          ))}
        </ol>
      )}
      {sets.length < MAX_SETS && (
        <Button
          variant="outline"
          className="justify-self-start"
          onClick={() => onChange([...sets, { ownGames: '', opponentGames: '' }])}
        >
          Add Set
        </Button>
      )}
      <p className="text-small text-quiet">An unfinished set counts with its current score.</p>
    </fieldset>
  );
}
