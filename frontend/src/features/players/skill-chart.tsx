import type { Discipline } from '@courtly/contracts/matches';
import type { Player, RatingReceipt } from '@courtly/contracts/rankings';
import { useInfiniteQuery } from '@tanstack/react-query';
import { playedOnLabel } from '../../resources/player/receipt-labels';
import { receiptsQuery } from '../../resources/player/player-queries';
import { figureLabel } from '../../resources/ranking/ranking-labels';
import { Section } from '../../ui/heading';
import { QueryPanel } from '../../ui/query-panel';

const WIDTH = 600;
const HEIGHT = 160;

type Skill = RatingReceipt['after'];
const lowest = ({ figure, uncertainty }: Skill) => figure - uncertainty;
const highest = ({ figure, uncertainty }: Skill) => figure + uncertainty;

/** The skill after each match as a line, in a band that shows its uncertainty. */
function SkillLine({ receipts }: { receipts: readonly RatingReceipt[] }) {
  const skills = receipts.map(({ after }) => after);
  const [bottom, top] = [Math.min(...skills.map(lowest)), Math.max(...skills.map(highest))];
  const pointAt = (value: number, index: number) =>
    `${(index / (skills.length - 1)) * WIDTH},${HEIGHT - ((value - bottom) / (top - bottom || 1)) * HEIGHT}`;
  const upperEdge = skills.map((skill, index) => pointAt(highest(skill), index));
  const lowerEdge = skills.map((skill, index) => pointAt(lowest(skill), index)).reverse();
  const [first, last] = [receipts[0]!, receipts.at(-1)!];
  return (
    <figure>
      <div className="grid grid-cols-[auto_1fr] gap-3">
        <div
          aria-hidden
          className="figures flex flex-col justify-between text-right text-small text-quiet"
        >
          <span>{figureLabel(top)}</span>
          <span>{figureLabel(bottom)}</span>
        </div>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Skill from ${figureLabel(first.after.figure)} to ${figureLabel(last.after.figure)} in the last ${receipts.length} matches`}
          className="h-40 w-full overflow-visible border-b border-rule"
        >
          <polygon points={[...upperEdge, ...lowerEdge].join(' ')} className="fill-sunk" />
          <polyline
            points={skills.map(({ figure }, index) => pointAt(figure, index)).join(' ')}
            vectorEffect="non-scaling-stroke"
            className="fill-none stroke-leaf stroke-2"
          />
        </svg>
        <p
          aria-hidden
          className="col-start-2 flex flex-wrap justify-between gap-x-4 text-small text-quiet"
        >
          <span>{playedOnLabel(first)}</span>
          <span>{playedOnLabel(last)}</span>
        </p>
      </div>
      <figcaption className="mt-3 text-small text-quiet">
        The skill after each match. The shaded band is its range, which narrows as you play.
      </figcaption>
    </figure>
  );
}

type SkillChartProps = { player: Player; discipline: Discipline };

/** Nothing is drawn before the second rated match. */
export function SkillChart({ player, discipline }: SkillChartProps) {
  const receipts = useInfiniteQuery(receiptsQuery(player.id, player.sport, discipline));
  return (
    <QueryPanel query={receipts} label="the skill over time">
      {({ items }) =>
        items.length > 1 && (
          <Section title={`Skill over time, ${discipline}`}>
            <SkillLine receipts={[...items].reverse()} />
          </Section>
        )
      }
    </QueryPanel>
  );
}
