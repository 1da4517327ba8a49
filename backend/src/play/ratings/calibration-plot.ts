import type { ForecastErrors } from './evaluate.js';

const PLOT_SIZE = 320;
const LEFT_MARGIN = 56;
const TOP_MARGIN = 24;

const xCoordinate = (axisShare: number): string => (LEFT_MARGIN + axisShare * PLOT_SIZE).toFixed(1);
const yCoordinate = (axisShare: number): string =>
  (TOP_MARGIN + (1 - axisShare) * PLOT_SIZE).toFixed(1);

/** Colors that readers, including color-blind readers, can distinguish on white and black. */
const PLOT_STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1f2937; }
  .grid { stroke: #d1d5db; } .perfect { stroke: #6b7280; stroke-dasharray: 4 4; }
  .line { fill: none; stroke-width: 2; } .c0 { stroke: #0369a1; } .c1 { stroke: #c2410c; stroke-dasharray: 6 3; }
  .dot.c0 { fill: #0369a1; } .dot.c1 { fill: #c2410c; stroke-dasharray: none; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e5e7eb; } .grid { stroke: #374151; } .perfect { stroke: #9ca3af; }
    .c0 { stroke: #38bdf8; } .c1 { stroke: #fb923c; } .dot.c0 { fill: #38bdf8; } .dot.c1 { fill: #fb923c; }
  }`;

const gridLinesAt = (axisShare: number): string =>
  [
    `<line class="grid" x1="${xCoordinate(axisShare)}" y1="${yCoordinate(0)}" x2="${xCoordinate(axisShare)}" y2="${yCoordinate(1)}"/>`,
    `<line class="grid" x1="${xCoordinate(0)}" y1="${yCoordinate(axisShare)}" x2="${xCoordinate(1)}" y2="${yCoordinate(axisShare)}"/>`,
    `<text x="${xCoordinate(axisShare)}" y="${TOP_MARGIN + PLOT_SIZE + 18}" text-anchor="middle">${axisShare * 100} %</text>`,
    `<text x="${LEFT_MARGIN - 8}" y="${Number(yCoordinate(axisShare)) + 4}" text-anchor="end">${axisShare * 100} %</text>`,
  ].join('\n');

const calibrationLine = ({ formula, bins }: ForecastErrors, formulaIndex: number): string => {
  const filledBins = bins.filter(({ forecasts }) => forecasts > 0);
  const linePoints = filledBins
    .map(({ said, came }) => `${xCoordinate(said)},${yCoordinate(came)}`)
    .join(' ');
  const pointMarkers = filledBins.map(
    ({ said, came }) =>
      `<circle class="dot c${formulaIndex}" cx="${xCoordinate(said)}" cy="${yCoordinate(came)}" r="3.5"/>`,
  );
  const legendY = TOP_MARGIN + 20 + formulaIndex * 18;
  return [
    `<polyline class="line c${formulaIndex}" points="${linePoints}"/>`,
    ...pointMarkers,
    `<line class="line c${formulaIndex}" x1="${LEFT_MARGIN + 12}" y1="${legendY - 4}" x2="${LEFT_MARGIN + 36}" y2="${legendY - 4}"/>`,
    `<text x="${LEFT_MARGIN + 44}" y="${legendY}">${formula}</text>`,
  ].join('\n');
};

/**
 * An SVG of forecast and observed win shares in ten bins, for light and dark pages. Perfect
 * forecasts are on the diagonal.
 */
export const calibrationPlot = (forecastErrors: readonly ForecastErrors[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT_MARGIN + PLOT_SIZE + 24} ${TOP_MARGIN + PLOT_SIZE + 48}" role="img">
<title>How often forecasts came true: ${forecastErrors.map(({ formula }) => formula).join(' and ')}</title>
<style>${PLOT_STYLE}
</style>
${[0, 0.2, 0.4, 0.6, 0.8, 1].map(gridLinesAt).join('\n')}
<line class="perfect" x1="${xCoordinate(0)}" y1="${yCoordinate(0)}" x2="${xCoordinate(1)}" y2="${yCoordinate(1)}"/>
${forecastErrors.map(calibrationLine).join('\n')}
<text x="${LEFT_MARGIN + PLOT_SIZE / 2}" y="${TOP_MARGIN + PLOT_SIZE + 40}" text-anchor="middle">forecast</text>
<text x="14" y="${TOP_MARGIN + PLOT_SIZE / 2}" text-anchor="middle" transform="rotate(-90 14 ${TOP_MARGIN + PLOT_SIZE / 2})">came true</text>
</svg>
`;
