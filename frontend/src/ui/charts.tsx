import { BarChart, Bar as Column, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';

/** One bar. `words` is the exact value as text, for the tooltip and the table. */
export type ChartBar = Readonly<{ label: string; name: string; value: number; words: string }>;

type BarsChartProps = {
  title: string;
  bars: readonly ChartBar[];
  /** Formats the label of an axis tick. */
  axis: (value: number) => string;
  whole?: boolean;
  /** Leaves room for long labels. */
  horizontal?: boolean;
};

const ROW_PX = 44;
const HEIGHT_PX = 250;
const NAME_PX = 132;
const tickStyle = { fill: 'var(--color-quiet)', fontSize: 14 };

type TooltipProps = { active?: boolean | undefined; payload?: readonly { payload?: ChartBar }[] };

function ChartTooltip({ active, payload }: TooltipProps) {
  const bar = payload?.[0]?.payload;
  if (!active || !bar) return null;
  return (
    <div className="rounded-sm border border-rule bg-raised px-3 py-2 shadow-lift">
      <p className="text-sm text-quiet">{bar.name}</p>
      <p className="figures">{bar.words}</p>
    </div>
  );
}

/** A bar chart. Arrow keys move between bars; the page also shows the data as a table. */
export default function BarsChart({
  title,
  bars,
  axis,
  whole = false,
  horizontal = false,
}: BarsChartProps) {
  const categoryAxis = {
    type: 'category',
    dataKey: 'label',
    tick: tickStyle,
    tickLine: false,
  } as const;
  const amountAxis = {
    type: 'number',
    tick: tickStyle,
    tickFormatter: axis,
    tickLine: false,
    axisLine: false,
    allowDecimals: !whole,
    tickCount: 4,
  } as const;
  return (
    <BarChart
      responsive
      title={title}
      data={[...bars]}
      layout={horizontal ? 'vertical' : 'horizontal'}
      margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      style={{ width: '100%', height: horizontal ? bars.length * ROW_PX + 40 : HEIGHT_PX }}
    >
      <CartesianGrid vertical={horizontal} horizontal={!horizontal} stroke="var(--color-rule)" />
      {horizontal ? (
        <XAxis {...amountAxis} />
      ) : (
        <XAxis {...categoryAxis} stroke="var(--color-edge)" interval="equidistantPreserveStart" />
      )}
      {horizontal ? (
        <YAxis {...categoryAxis} stroke="var(--color-edge)" width={NAME_PX} interval={0} />
      ) : (
        <YAxis {...amountAxis} width="auto" />
      )}
      <Tooltip
        content={ChartTooltip}
        cursor={{ fill: 'var(--color-sunk)' }}
        isAnimationActive={false}
      />
      <Column
        dataKey="value"
        fill="var(--color-leaf)"
        maxBarSize={horizontal ? 18 : 44}
        isAnimationActive={false}
      />
    </BarChart>
  );
}
