import { BarChart, Bar as Column, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';

/** One bar. `words` is the exact value as text, for the tooltip and the table. */
export type Bar = Readonly<{ label: string; name: string; value: number; words: string }>;

type Props = {
  title: string;
  bars: readonly Bar[];
  /** Label of an axis tick. */
  axis: (value: number) => string;
  whole?: boolean;
  /** Leaves room for long labels. */
  horizontal?: boolean;
};

const ROW_PX = 44;
const HEIGHT_PX = 250;
const NAME_PX = 132;
const tick = { fill: 'var(--color-quiet)', fontSize: 14 };

type Point = { active?: boolean | undefined; payload?: readonly { payload?: Bar }[] };

function Words({ active, payload }: Point) {
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
export default function BarsChart({ title, bars, axis, whole = false, horizontal = false }: Props) {
  const category = { type: 'category', dataKey: 'label', tick, tickLine: false } as const;
  const amount = {
    type: 'number',
    tick,
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
        <XAxis {...amount} />
      ) : (
        <XAxis {...category} stroke="var(--color-edge)" interval="equidistantPreserveStart" />
      )}
      {horizontal ? (
        <YAxis {...category} stroke="var(--color-edge)" width={NAME_PX} interval={0} />
      ) : (
        <YAxis {...amount} width="auto" />
      )}
      <Tooltip content={Words} cursor={{ fill: 'var(--color-sunk)' }} isAnimationActive={false} />
      <Column
        dataKey="value"
        fill="var(--color-leaf)"
        maxBarSize={horizontal ? 18 : 44}
        isAnimationActive={false}
      />
    </BarChart>
  );
}
