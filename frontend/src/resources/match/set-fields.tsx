import { parseNumber } from '@courtly/contracts/entered-number';
import { MOST_SETS } from '@courtly/contracts/match-limits';
import { X } from 'lucide-react';
import { useId } from 'react';
import { cx } from 'class-variance-authority';
import { Button } from '../../ui/button';
import { FieldError } from '../../ui/field';
import { Input } from '../../ui/input';
import { useNumberInput } from '../../ui/number-input';

/** The games in a set as entered, for the player who logs it and for the opponents. */
export type SetEntry = Readonly<{ ownGames: string; opponentGames: string }>;

/** The limits of the contract for the games of one side. */
export const GAMES = { least: 0, most: 99 } as const;

/** The entered games. An empty field means none. */
export const gamesIn = (text: string): number => Number(parseNumber(text, GAMES).value ?? 0);

/** Converts the sets to the contract's format, without the empty ones. */
export const playedSets = (sets: readonly SetEntry[]) =>
  sets
    .filter(({ ownGames, opponentGames }) => ownGames !== '' || opponentGames !== '')
    .map(({ ownGames, opponentGames }) => ({
      player1: gamesIn(ownGames),
      player2: gamesIn(opponentGames),
    }));

type GamesInputProps = { label: string; value: string; onChange: (text: string) => void };

function GamesInput({ label, value, onChange }: GamesInputProps) {
  const errorId = useId();
  const { problem, inputProps } = useNumberInput({ value, rule: GAMES, optional: true, onChange });
  return (
    <div>
      <Input
        aria-label={label}
        aria-invalid={Boolean(problem)}
        aria-describedby={problem && errorId}
        {...inputProps}
      />
      <FieldError id={errorId}>{problem}</FieldError>
    </div>
  );
}

const columnsClass = 'grid grid-cols-[3.5rem_1fr_0.5rem_1fr_2.75rem] items-center gap-2';

type SetFieldsProps = { sets: readonly SetEntry[]; onChange: (sets: readonly SetEntry[]) => void };

/** Fields for the score of each set, which is optional. */
export function SetFields({ sets, onChange }: SetFieldsProps) {
  const gamesInput = (index: number, scoreSide: keyof SetEntry, inputLabel: string) => (
    <GamesInput
      label={`Set ${index + 1}, ${inputLabel}`}
      value={sets[index]![scoreSide]}
      onChange={(text) =>
        onChange(
          sets.map((setEntry, otherIndex) =>
            otherIndex === index ? { ...setEntry, [scoreSide]: text } : setEntry,
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
      {sets.length < MOST_SETS && (
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
