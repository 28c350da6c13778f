import { useSession } from '@/shared/session';
import { Card, PageHeader, useTheme } from '@/shared/ui';
import { AccountCard } from './AccountCard';
import { DataCard } from './DataCard';
import { DiceSymbolsCard } from './DiceSymbolsCard';
import { PasswordCard } from './PasswordCard';

/** One's own account: name, password, theme, data. */
export function SettingsPage() {
  const user = useSession((state) => state.user);
  if (!user) return null;
  return (
    <main className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-8 sm:px-8">
      <title>Settings · Highground</title>
      <PageHeader title="Settings" text={`Signed in as ${user.displayName}.`} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <AccountCard user={user} />
        <PasswordCard />
        <ThemeCard />
        <DataCard email={user.email} />
        <DiceSymbolsCard />
      </div>
    </main>
  );
}

const THEMES = [
  { value: 'dark', name: 'War room', text: 'A dark table under a lamp.' },
  { value: 'light', name: 'Field map', text: 'Ink on paper, for bright rooms.' },
] as const;

function ThemeCard() {
  const { theme, toggle } = useTheme();
  return (
    <Card title="Theme">
      <div role="radiogroup" aria-label="Theme" className="grid gap-2 sm:grid-cols-2">
        {THEMES.map(({ value, name, text }) => (
          <label
            key={value}
            className="flex min-h-16 cursor-pointer items-start gap-3 rounded border border-line-strong p-3 has-checked:border-lamp has-checked:bg-lamp-soft">
            <input
              type="radio"
              name="theme"
              value={value}
              checked={theme === value}
              onChange={() => theme !== value && toggle()}
              className="mt-1 size-4 shrink-0 accent-(--lamp)"
            />
            <span>
              <span className="block font-semibold">{name}</span>
              <span className="block text-sm text-soft">{text}</span>
            </span>
          </label>
        ))}
      </div>
    </Card>
  );
}
