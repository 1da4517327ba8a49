import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { totalLabel } from '../lib/format';

export type Tab<V extends string> = {
  value: V;
  label: string;
  count?: number | undefined;
  panel: ReactNode;
};

type Props<V extends string> = {
  label: string;
  tabs: readonly Tab<V>[];
  /** Controlled, for example by the URL; without it, the first tab is selected initially. */
  value?: V;
  onChange?: (value: V) => void;
  className?: string;
};

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Tabs with optional counts. Arrow keys, Home and End move between them. Only the selected panel is
 * rendered.
 */
export function Tabs<V extends string>({ label, tabs, value, onChange, className }: Props<V>) {
  const id = useId();
  const [own, setOwn] = useState(tabs[0]?.value);
  const chosen = tabs.find((tab) => tab.value === (value ?? own)) ?? tabs[0];
  const list = useRef<HTMLDivElement>(null);
  // Scrolls the selected tab into view. Measuring in the effect itself would force an extra layout.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
      if (tab && list.current)
        list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
    });
    return () => cancelAnimationFrame(frame);
  }, [chosen?.value]);
  const choose = (next: V) => {
    setOwn(next);
    onChange?.(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step || !chosen) return;
    event.preventDefault();
    const next = tabs[step(tabs.indexOf(chosen), tabs.length)]!;
    choose(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  };
  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={onKeyDown}
        className="relative flex gap-7 overflow-x-auto border-b border-rule [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab === chosen}
            aria-controls={tab === chosen ? `${id}-panel` : undefined}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => choose(tab.value)}
            className="-mb-px h-12 shrink-0 cursor-pointer border-b-2 border-transparent text-quiet transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-brass-line aria-selected:text-ink"
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="figures ml-2 text-sm text-quiet">{totalLabel(tab.count)}</span>
            )}
          </button>
        ))}
      </div>
      {chosen && (
        <div
          key={chosen.value}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${chosen.value}`}
          tabIndex={-1}
          className="pt-8 outline-none"
        >
          {chosen.panel}
        </div>
      )}
    </div>
  );
}
