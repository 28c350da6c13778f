import { Button } from '@/shared/ui';

interface ProviderButtonProps {
  /** The page that the login leads to, where it is not the dashboard. */
  next?: string | undefined;
}

/** Logs in with the identity provider: the whole browser goes there, and comes back to /api/auth/callback. */
export function ProviderButton({ next }: ProviderButtonProps) {
  const query = next ? `?next=${encodeURIComponent(next)}` : '';
  return (
    <>
      <p className="flex items-center gap-3 text-sm text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">or</p>
      <Button size="large" icon="user" onClick={() => window.location.assign(`/api/auth/google/login${query}`)}>Continue with Google</Button>
    </>
  );
}
