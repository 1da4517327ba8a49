import type { MatchOutcome } from '@courtly/contracts/matches';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { CourtZone } from '../../lib/format';
import { pageHeading } from '../../lib/page-heading';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input, Textarea } from '../../ui/input';
import { RadioGroup } from '../../ui/radio-group';
import { CourtTime } from '../../ui/time';
import { challengedPlayerOf } from '../player/challenge';
import { playerQuery } from '../player/player-queries';
import { StarsFields } from '../review/stars-fields';
import { fullName } from '../session/person-labels';
import { type PlayerEntries, PlayerFields, participants, emptyPlayer } from './player-fields';
import { useReviewHour } from './review-mutation';
import { SetFields, type SetEntry, playedSets } from './set-fields';

const resultOptions: readonly { value: MatchOutcome; label: string }[] = [
  { value: 'win', label: 'Win' },
  { value: 'loss', label: 'Loss' },
  { value: 'draw', label: 'Draw' },
];

type ReviewedHour = CourtZone & {
  bookingId: string;
  court: { id: string; name: string };
  startTime: string;
  endTime: string;
};

type ReviewDialogProps = {
  hour: ReviewedHour;
  /** Asks only for the result, after an earlier one was withdrawn. */
  resultOnly?: boolean;
  onClose: () => void;
};

/** Asks for a review of the court and the match result. */
export function ReviewDialog({ hour, resultOnly = false, onClose }: ReviewDialogProps) {
  const { bookingId, court } = hour;
  const formId = useId();
  const submitReview = useReviewHour();
  const challengedId = challengedPlayerOf(bookingId);
  const { data: opponent } = useQuery({
    ...playerQuery(challengedId ?? ''),
    enabled: challengedId !== undefined,
  });
  const isSubmitted = useRef(false);
  const [courtReview, setCourtReview] = useState({ rating: '5', comment: '' });
  const [matchOutcome, setMatchOutcome] = useState<MatchOutcome>('win');
  const [gameCounts, setGameCounts] = useState({ won: '6', lost: '4' });
  const [setScores, setSetScores] = useState<readonly SetEntry[]>([]);
  const [matchNotes, setMatchNotes] = useState('');
  const [players, setPlayers] = useState<PlayerEntries>({ added: [], next: emptyPlayer });

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const matchResult = {
      result: matchOutcome,
      gamesWon: Number(gameCounts.won),
      gamesLost: Number(gameCounts.lost),
      sets: playedSets(setScores),
      notes: matchNotes,
      players: participants(players),
    };
    const reviewInput = resultOnly ? null : { ...courtReview, rating: Number(courtReview.rating) };
    const onSuccess = () => {
      isSubmitted.current = true;
      onClose();
    };
    submitReview.mutate(
      { bookingId, courtId: court.id, match: matchResult, review: reviewInput },
      { onSuccess },
    );
  };

  const gamesField = (gameSide: 'won' | 'lost', fieldLabel: string) => (
    <Field label={fieldLabel}>
      {(controlProps) => (
        <Input
          {...controlProps}
          type="number"
          inputMode="numeric"
          required
          min={0}
          max={99}
          step={1}
          value={gameCounts[gameSide]}
          onChange={({ target }) => setGameCounts({ ...gameCounts, [gameSide]: target.value })}
        />
      )}
    </Field>
  );

  return (
    <Dialog
      open
      onClose={onClose}
      finalFocus={() => (isSubmitted.current ? pageHeading() : null)}
      title={resultOnly ? 'Log the result again' : 'Post Game Review'}
      description={court.name}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Not Now
          </Button>
          <Button type="submit" form={formId} busy={submitReview.isPending}>
            {resultOnly ? 'Log Result' : 'Submit Review'}
          </Button>
        </>
      }
    >
      <CourtTime hour={hour} />
      <form id={formId} onSubmit={handleSubmit} className="mt-6 grid gap-6">
        {!resultOnly && (
          <StarsFields
            legend="Court rating, out of 5"
            hint="Visible to everyone on the court page."
            values={courtReview}
            onChange={setCourtReview}
          />
        )}
        <RadioGroup
          legend="Match result"
          choices={resultOptions}
          value={matchOutcome}
          onChange={setMatchOutcome}
          className="grid-cols-3"
        />
        <div className="grid grid-cols-2 gap-4">
          {gamesField('won', 'Games won')}
          {gamesField('lost', 'Games lost')}
        </div>
        <SetFields sets={setScores} onChange={setSetScores} />
        <PlayerFields
          players={players}
          onChange={setPlayers}
          challenged={opponent && fullName(opponent)}
        />
        <Field label="Notes" optional hint="Only visible to you.">
          {(controlProps) => (
            <Textarea
              {...controlProps}
              rows={2}
              maxLength={500}
              value={matchNotes}
              onChange={({ target }) => setMatchNotes(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
