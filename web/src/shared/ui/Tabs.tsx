import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx';

interface Tab {
  value: string;
  title: ReactNode;
  content: ReactNode;
  disabled?: boolean;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  /** With `onChange`: the tab is kept outside (in the address, say). */
  value?: string;
  onChange?: (value: string) => void;
  className?: string;
}

/** Panels of which one is shown; arrow keys go from tab to tab. */
export function Tabs({ label, tabs, value, onChange, className }: TabsProps) {
  return (
    <Radix.Root
      value={value}
      defaultValue={tabs[0]?.value}
      onValueChange={onChange}
      className={cx('min-w-0', className)}>
      <Radix.List aria-label={label} className="flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            disabled={tab.disabled}
            className="label -mb-px min-h-11 shrink-0 border-b-2 border-transparent px-3 text-soft -outline-offset-2 transition-colors duration-(--swift) not-disabled:hover:text-ink disabled:opacity-45 data-[state=active]:border-lamp data-[state=active]:text-ink">
            {tab.title}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
