import { IconButton } from './Button';
import { useTheme } from './theme';

export function ThemeToggle() {
  const { theme, toggle } = useTheme();
  return (
    <IconButton
      icon={theme === 'dark' ? 'sun' : 'moon'}
      label={theme === 'dark' ? 'Light theme' : 'Dark theme'}
      onClick={toggle}
    />
  );
}
