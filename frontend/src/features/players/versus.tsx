import type { Player } from '@courtly/contracts/rankings';
import { expectedLabel } from '../../resources/player/versus-labels';
import { StatCard, StatRow } from '../../ui/card';
import { Section } from '../../ui/heading';

/** The user's results against the player, and the expected result of the next match. */
export function Versus({ versus, name }: { versus: NonNullable<Player['versus']>; name: string }) {
  const { expected, wins, losses, draws } = versus;
  const matchCount = wins + losses + draws;
  if (expected === null && matchCount === 0) return null;
  return (
    <Section title={`You and ${name}`}>
      <StatRow className="lg:grid-cols-3!">
        <StatCard
          label={draws > 0 ? 'You won, lost, drew' : 'You won, lost'}
          value={`${wins}–${losses}${draws > 0 ? `–${draws}` : ''}`}
          note={
            matchCount === 0
              ? "You haven't played each other yet"
              : `In ${matchCount} rated ${matchCount === 1 ? 'match' : 'matches'}`
          }
        />
        {expected !== null && (
          <StatCard
            label="Expected result in singles"
            value={expectedLabel(expected)}
            note="Games you'd win of the next ten, based on both ratings"
          />
        )}
      </StatRow>
    </Section>
  );
}
