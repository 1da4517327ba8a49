import type { ForecastErrors } from '@courtly/contracts/rating-replays';
import { CartesianGrid, ReferenceLine, Scatter, ScatterChart, XAxis, YAxis } from 'recharts';

const HEIGHT_PX = 320;
const tickStyle = { fill: 'var(--color-quiet)', fontSize: 14 };
const shareAxis = {
  type: 'number',
  domain: [0, 1],
  ticks: [0, 0.25, 0.5, 0.75, 1],
  tick: tickStyle,
  tickLine: false,
} as const;
const percentLabel = (forecastShare: number): string => `${Math.round(forecastShare * 100)}%`;

/** The marks and dashes also differ, for people who cannot distinguish the colors. */
const lineStyles = [
  { color: 'var(--color-leaf)', shape: 'circle', dash: '' },
  { color: 'var(--color-brass)', shape: 'diamond', dash: '6 4' },
] as const;

/** Plots the actual frequency against the forecast for at most two formulas. */
export function CalibrationChart({ errors }: { errors: readonly ForecastErrors[] }) {
  const formulaLines = errors.map(({ formula, bins }, index) => ({
    formula,
    style: lineStyles[index % lineStyles.length]!,
    points: bins.filter(({ forecasts }) => forecasts > 0),
  }));
  return (
    <>
      <ScatterChart
        responsive
        title={`Calibration of ${errors.map(({ formula }) => formula).join(' and ')}`}
        margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
        style={{ width: '100%', maxWidth: '34rem', height: HEIGHT_PX }}
      >
        <CartesianGrid stroke="var(--color-rule)" />
        <XAxis
          {...shareAxis}
          dataKey="said"
          name="Forecast"
          tickFormatter={percentLabel}
          stroke="var(--color-edge)"
        />
        <YAxis
          {...shareAxis}
          dataKey="came"
          name="Actual"
          tickFormatter={percentLabel}
          width="auto"
          axisLine={false}
        />
        <ReferenceLine
          segment={[
            { x: 0, y: 0 },
            { x: 1, y: 1 },
          ]}
          stroke="var(--color-quiet)"
          strokeDasharray="3 3"
        />
        {formulaLines.map(({ formula, points, style: { color, shape, dash } }) => (
          <Scatter
            key={formula}
            name={formula}
            data={points}
            fill={color}
            shape={shape}
            line={{ stroke: color, strokeWidth: 2, strokeDasharray: dash }}
            isAnimationActive={false}
          />
        ))}
      </ScatterChart>
      <ul aria-label="Legend" className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-small">
        {formulaLines.map(({ formula, style: { color, dash } }) => (
          <li key={formula} className="flex min-w-0 items-center gap-2 wrap-anywhere">
            <svg aria-hidden width="28" height="8" className="shrink-0">
              <line
                x1="0"
                y1="4"
                x2="28"
                y2="4"
                stroke={color}
                strokeWidth="2"
                strokeDasharray={dash}
              />
            </svg>
            {formula}
          </li>
        ))}
      </ul>
    </>
  );
}
