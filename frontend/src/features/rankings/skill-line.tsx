import { figureLabel } from '../../resources/ranking/ranking-labels';

const WIDTH = 120;
const HEIGHT = 32;

/** The skill after each of the latest matches. Nothing is drawn before the second one. */
export function SkillLine({ skills }: { skills: readonly number[] }) {
  if (skills.length < 2) return null;
  const [lowest, highest] = [Math.min(...skills), Math.max(...skills)];
  const points = skills.map((skill, index) => ({
    x: (index / (skills.length - 1)) * WIDTH,
    y: HEIGHT - ((skill - lowest) / (highest - lowest || 1)) * HEIGHT,
  }));
  const lastPoint = points.at(-1)!;
  const [first, last] = [figureLabel(skills[0]!), figureLabel(skills.at(-1)!)];
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Skill from ${first} to ${last} in the last ${skills.length} matches`}
        className="h-8 w-30 overflow-visible"
      >
        <polyline
          points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
          className="fill-none stroke-leaf stroke-2"
        />
        <circle cx={lastPoint.x} cy={lastPoint.y} r={3.5} className="fill-leaf" />
      </svg>
      <figcaption className="mt-2 text-small text-quiet">
        Skill, last {skills.length} matches
      </figcaption>
    </figure>
  );
}
