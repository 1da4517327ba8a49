import type { MatchOutcome } from '@courtly/contracts/matches';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { pageHeading } from '../../lib/page-heading';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input, Textarea } from '../../ui/input';
import { RadioGroup } from '../../ui/radio-group';
import { CourtTime } from '../../ui/time';
import { challengedAt } from '../player/challenge';
import { playerQuery } from '../player/player-queries';
import { StarsFields } from '../review/stars-fields';
import { fullName } from '../session/person-labels';
import { type Named, PlayerFields, everybodyIn, nobody } from './player-fields';
import { useReviewHour } from './review-mutation';
import { SetFields, type TypedSet, setsOf } from './set-fields';

const results: readonly { value: MatchOutcome; label: string }[] = [
  { value: 'win', label: 'Win' },
  { value: 'loss', label: 'Loss' },
  { value: 'draw', label: 'Draw' },
];

type Hour = {
  bookingId: string;
  court: { id: string; name: string };
  startTime: string;
  endTime: string;
  zone: string;
};

type Props = {
  hour: Hour;
  /** Logs only the result, after one was withdrawn. */
  resultOnly?: boolean;
  onClose: () => void;
};

/** Asks for a review of the court and the match result. */
export function ReviewDialog({ hour, resultOnly = false, onClose }: Props) {
  const { bookingId, court } = hour;
  const form = useId();
  const send = useReviewHour();
  const challenged = challengedAt(bookingId);
  const { data: opponent } = useQuery({
    ...playerQuery(challenged ?? ''),
    enabled: challenged !== undefined,
  });
  const isSent = useRef(false);
  const [said, setSaid] = useState({ rating: '5', comment: '' });
  const [result, setResult] = useState<MatchOutcome>('win');
  const [games, setGames] = useState({ won: '6', lost: '4' });
  const [sets, setSets] = useState<readonly TypedSet[]>([]);
  const [notes, setNotes] = useState('');
  const [players, setPlayers] = useState<Named>({ added: [], next: nobody });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const match = {
      result,
      gamesWon: Number(games.won),
      gamesLost: Number(games.lost),
      sets: setsOf(sets),
      notes,
      players: everybodyIn(players),
    };
    const review = resultOnly ? null : { ...said, rating: Number(said.rating) };
    const onSuccess = () => {
      isSent.current = true;
      onClose();
    };
    send.mutate({ bookingId, courtId: court.id, match, review }, { onSuccess });
  };

  const gamesField = (side: 'won' | 'lost', label: string) => (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          type="number"
          inputMode="numeric"
          required
          min={0}
          max={99}
          step={1}
          value={games[side]}
          onChange={({ target }) => setGames({ ...games, [side]: target.value })}
        />
      )}
    </Field>
  );

  return (
    <Dialog
      open
      onClose={onClose}
      finalFocus={() => (isSent.current ? pageHeading() : null)}
      title={resultOnly ? 'Log the result again' : 'Post Game Review'}
      description={court.name}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Not Now
          </Button>
          <Button type="submit" form={form} busy={send.isPending}>
            {resultOnly ? 'Log Result' : 'Submit Review'}
          </Button>
        </>
      }
    >
      <CourtTime start={hour.startTime} end={hour.endTime} zone={hour.zone} />
      <form id={form} onSubmit={submit} className="mt-6 grid gap-6">
        {!resultOnly && (
          <StarsFields
            legend="Court rating, out of 5"
            hint="Visible to everyone on the court page."
            said={said}
            onChange={setSaid}
          />
        )}
        <RadioGroup
          legend="Match result"
          choices={results}
          value={result}
          onChange={setResult}
          className="grid-cols-3"
        />
        <div className="grid grid-cols-2 gap-4">
          {gamesField('won', 'Games won')}
          {gamesField('lost', 'Games lost')}
        </div>
        <SetFields sets={sets} onChange={setSets} />
        <PlayerFields
          players={players}
          onChange={setPlayers}
          challenged={opponent && fullName(opponent)}
        />
        <Field label="Notes" optional hint="Only visible to you.">
          {(control) => (
            <Textarea
              {...control}
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
