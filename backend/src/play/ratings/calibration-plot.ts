import type { ForecastErrors } from './evaluate.js';

const SIZE = 320;
const LEFT = 56;
const TOP = 24;

const x = (share: number): string => (LEFT + share * SIZE).toFixed(1);
const y = (share: number): string => (TOP + (1 - share) * SIZE).toFixed(1);

/** Colors that are distinguishable on white and black, also for color-blind readers. */
const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1f2937; }
  .grid { stroke: #d1d5db; } .perfect { stroke: #6b7280; stroke-dasharray: 4 4; }
  .line { fill: none; stroke-width: 2; } .c0 { stroke: #0369a1; } .c1 { stroke: #c2410c; stroke-dasharray: 6 3; }
  .dot.c0 { fill: #0369a1; } .dot.c1 { fill: #c2410c; stroke-dasharray: none; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e5e7eb; } .grid { stroke: #374151; } .perfect { stroke: #9ca3af; }
    .c0 { stroke: #38bdf8; } .c1 { stroke: #fb923c; } .dot.c0 { fill: #38bdf8; } .dot.c1 { fill: #fb923c; }
  }`;

const gridAt = (share: number): string =>
  [
    `<line class="grid" x1="${x(share)}" y1="${y(0)}" x2="${x(share)}" y2="${y(1)}"/>`,
    `<line class="grid" x1="${x(0)}" y1="${y(share)}" x2="${x(1)}" y2="${y(share)}"/>`,
    `<text x="${x(share)}" y="${TOP + SIZE + 18}" text-anchor="middle">${share * 100} %</text>`,
    `<text x="${LEFT - 8}" y="${Number(y(share)) + 4}" text-anchor="end">${share * 100} %</text>`,
  ].join('\n');

const lineOf = ({ formula, bins }: ForecastErrors, index: number): string => {
  const points = bins.filter(({ forecasts }) => forecasts > 0);
  const path = points.map(({ said, came }) => `${x(said)},${y(came)}`).join(' ');
  const dots = points.map(
    ({ said, came }) => `<circle class="dot c${index}" cx="${x(said)}" cy="${y(came)}" r="3.5"/>`,
  );
  const legend = TOP + 20 + index * 18;
  return [
    `<polyline class="line c${index}" points="${path}"/>`,
    ...dots,
    `<line class="line c${index}" x1="${LEFT + 12}" y1="${legend - 4}" x2="${LEFT + 36}" y2="${legend - 4}"/>`,
    `<text x="${LEFT + 44}" y="${legend}">${formula}</text>`,
  ].join('\n');
};

/**
 * An SVG of forecast and observed win shares in ten bins, for light and dark pages. The diagonal is
 * perfect.
 */
export const calibrationPlot = (errors: readonly ForecastErrors[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + SIZE + 24} ${TOP + SIZE + 48}" role="img">
<title>How often forecasts came true: ${errors.map(({ formula }) => formula).join(' and ')}</title>
<style>${STYLE}
</style>
${[0, 0.2, 0.4, 0.6, 0.8, 1].map(gridAt).join('\n')}
<line class="perfect" x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}"/>
${errors.map(lineOf).join('\n')}
<text x="${LEFT + SIZE / 2}" y="${TOP + SIZE + 40}" text-anchor="middle">forecast</text>
<text x="14" y="${TOP + SIZE / 2}" text-anchor="middle" transform="rotate(-90 14 ${TOP + SIZE / 2})">came true</text>
</svg>
`;
