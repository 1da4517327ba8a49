import { type ScoreProblem, gamesOfSets, resultProblem } from '@courtly/contracts/match-score';
import type { MatchOutcome } from '@courtly/contracts/matches';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { CourtZone } from '../../lib/format';
import { pageHeading } from '../../lib/page-heading';
import { useOptionalData } from '../../lib/use-optional-data';
import { Button } from '../../ui/button';
import { CloseButton } from '../../ui/close-button';
import { Dialog } from '../../ui/dialog';
import { Field, FieldError } from '../../ui/field';
import { isFormValid } from '../../ui/form-validity';
import { Textarea } from '../../ui/input';
import { NumberField } from '../../ui/number-input';
import { RadioGroup } from '../../ui/radio-group';
import { CourtTime } from '../../ui/time';
import { challengedPlayerOf } from '../player/challenge';
import { playerQuery } from '../player/player-queries';
import { fullName } from '../session/person-labels';
import { useLogMatch } from './match-queries';
import { type PlayerEntries, PlayerFields, participants, emptyPlayer } from './player-fields';
import { GAMES, SetFields, type SetEntry, gamesIn, playedSets } from './set-fields';

const resultOptions: readonly { value: MatchOutcome; label: string }[] = [
  { value: 'win', label: 'Win' },
  { value: 'loss', label: 'Loss' },
  { value: 'draw', label: 'Draw' },
];

type PlayedHour = CourtZone &
  Readonly<{
    bookingId: string;
    court: Readonly<{ name: string }>;
    startTime: string;
    endTime: string;
  }>;

type ResultDialogProps = {
  hour: PlayedHour;
  title?: string;
  /** The name of the player who booked the hour, if it is not the user. */
  bookedBy?: string;
  onClose: () => void;
};

/** Asks for the result of a played hour. Nothing is preset. */
export function ResultDialog({
  hour,
  title = 'How did the match end?',
  bookedBy,
  onClose,
}: ResultDialogProps) {
  const { bookingId, court } = hour;
  const formId = useId();
  const gamesErrorId = useId();
  const logMatch = useLogMatch();
  const challengedId = challengedPlayerOf(bookingId);
  const opponent = useOptionalData({
    ...playerQuery(challengedId ?? ''),
    enabled: challengedId !== undefined,
  });
  const resultRef = useRef<HTMLInputElement>(null);
  const isSubmitted = useRef(false);
  const [result, setResult] = useState<MatchOutcome | null>(null);
  const [gameCounts, setGameCounts] = useState({ gamesWon: '', gamesLost: '' });
  const [setEntries, setSetEntries] = useState<readonly SetEntry[]>([]);
  const [notes, setNotes] = useState('');
  const [players, setPlayers] = useState<PlayerEntries>({ added: [], next: emptyPlayer });
  const [showsProblem, setShowsProblem] = useState(false);
  const sets = playedSets(setEntries);
  const games =
    sets.length > 0
      ? gamesOfSets(sets)
      : { gamesWon: gamesIn(gameCounts.gamesWon), gamesLost: gamesIn(gameCounts.gamesLost) };

  const problem: ScoreProblem | null =
    result === null
      ? { field: 'result', message: 'Choose Win, Loss, or Draw' }
      : resultProblem({ result, ...games, sets });
  const errorOf = (field: ScoreProblem['field']) =>
    showsProblem && problem?.field === field ? problem.message : undefined;

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isFormValid(event.currentTarget)) return;
    if (result === null || problem) {
      setShowsProblem(true);
      if (problem?.field === 'result') resultRef.current?.focus();
      return;
    }
    const onSuccess = () => {
      isSubmitted.current = true;
      onClose();
    };
    logMatch.mutate(
      { bookingId, result, ...games, sets, notes, players: participants(players) },
      { onSuccess },
    );
  };

  const gamesField = (gamesSide: keyof typeof gameCounts, fieldLabel: string) => (
    <NumberField
      label={fieldLabel}
      rule={GAMES}
      optional
      emptyProblem={
        gameCounts.gamesWon === gameCounts.gamesLost ? undefined : 'Enter the games for both sides'
      }
      value={gameCounts[gamesSide]}
      onChange={(text) => setGameCounts({ ...gameCounts, [gamesSide]: text })}
    />
  );

  return (
    <Dialog
      open
      onClose={onClose}
      finalFocus={() => (isSubmitted.current ? pageHeading() : null)}
      title={title}
      description={court.name}
      footer={
        <>
          <CloseButton>Not Now</CloseButton>
          <Button type="submit" form={formId} busy={logMatch.isPending}>
            Log Result
          </Button>
        </>
      }
    >
      <CourtTime hour={hour} />
      <form id={formId} noValidate onSubmit={handleSubmit} className="mt-6 grid gap-6">
        <RadioGroup
          ref={resultRef}
          legend="Match result"
          required
          choices={resultOptions}
          value={result}
          onChange={setResult}
          error={errorOf('result')}
          className="grid-cols-3"
        />
        <div className="grid gap-1.5">
          {sets.length > 0 ? (
            <p className="figures">
              {games.gamesWon}–{games.gamesLost} in games, the sum of the sets
            </p>
          ) : (
            <>
              <div className="grid grid-cols-2 gap-4">
                {gamesField('gamesWon', 'Games won')}
                {gamesField('gamesLost', 'Games lost')}
              </div>
              <p className="text-small text-quiet">
                A result without games doesn't change ratings.
              </p>
            </>
          )}
          <FieldError id={gamesErrorId}>{errorOf('gamesWon')}</FieldError>
        </div>
        <SetFields sets={setEntries} onChange={setSetEntries} />
        {bookedBy && (
          <p>
            <bdi>{bookedBy}</bdi> booked this hour and is your opponent in this match.
          </p>
        )}
        <PlayerFields
          players={players}
          onChange={setPlayers}
          challenged={opponent && fullName(opponent)}
        />
        <Field label="Notes" optional hint="Visible only to you.">
          {(controlProps) => (
            <Textarea
              {...controlProps}
              rows={2}
              maxLength={500}
              value={notes}
              onChange={({ target }) => setNotes(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
