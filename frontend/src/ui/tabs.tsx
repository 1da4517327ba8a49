import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { totalLabel } from '../lib/format';

export type TabItem<V extends string> = {
  value: V;
  label: string;
  count?: number | undefined;
  panel: ReactNode;
};

type TabsProps<V extends string> = {
  label: string;
  tabs: readonly TabItem<V>[];
  /**
   * Controls the selected tab, for example from the URL. Without it, the first tab is selected
   * initially.
   */
  value?: V;
  onChange?: (value: V) => void;
  className?: string;
};

const keySteps: Record<string, (tabIndex: number, tabCount: number) => number> = {
  ArrowRight: (tabIndex, tabCount) => (tabIndex + 1) % tabCount,
  ArrowLeft: (tabIndex, tabCount) => (tabIndex + tabCount - 1) % tabCount,
  Home: () => 0,
  End: (_, tabCount) => tabCount - 1,
};

/**
 * Tabs with optional counts. Arrow keys, Home, and End move between them. Only the selected panel
 * is rendered.
 */
export function Tabs<V extends string>({ label, tabs, value, onChange, className }: TabsProps<V>) {
  const baseId = useId();
  const [internalValue, setInternalValue] = useState(tabs[0]?.value);
  const selectedTab = tabs.find((tab) => tab.value === (value ?? internalValue)) ?? tabs[0];
  const tabListRef = useRef<HTMLDivElement>(null);
  // Scrolls the selected tab into view. Measuring it in the effect itself would force another
  // layout.
  useEffect(() => {
    const animationFrame = requestAnimationFrame(() => {
      const tab = tabListRef.current?.querySelector<HTMLElement>('[aria-selected="true"]');
      if (tab && tabListRef.current)
        tabListRef.current.scrollLeft =
          tab.offsetLeft - (tabListRef.current.clientWidth - tab.offsetWidth) / 2;
    });
    return () => cancelAnimationFrame(animationFrame);
  }, [selectedTab?.value]);
  const selectTab = (nextValue: V) => {
    setInternalValue(nextValue);
    onChange?.(nextValue);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const nextIndex = keySteps[event.key];
    if (!nextIndex || !selectedTab) return;
    event.preventDefault();
    const nextTab = tabs[nextIndex(tabs.indexOf(selectedTab), tabs.length)]!;
    selectTab(nextTab.value);
    document.getElementById(`${baseId}-${nextTab.value}`)?.focus();
  };
  return (
    <div className={className}>
      <div
        ref={tabListRef}
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
            id={`${baseId}-${tab.value}`}
            aria-selected={tab === selectedTab}
            aria-controls={tab === selectedTab ? `${baseId}-panel` : undefined}
            tabIndex={tab === selectedTab ? 0 : -1}
            onClick={() => selectTab(tab.value)}
            className="-mb-px h-12 shrink-0 cursor-pointer border-b-2 border-transparent text-quiet transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-brass-line aria-selected:text-ink"
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="figures ml-2 text-sm text-quiet">{totalLabel(tab.count)}</span>
            )}
          </button>
        ))}
      </div>
      {selectedTab && (
        <div
          key={selectedTab.value}
          role="tabpanel"
          id={`${baseId}-panel`}
          aria-labelledby={`${baseId}-${selectedTab.value}`}
          tabIndex={-1}
          className="pt-8 outline-none"
        >
          {selectedTab.panel}
        </div>
      )}
    </div>
  );
}
