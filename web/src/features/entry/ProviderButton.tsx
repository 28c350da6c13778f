import { isOffered } from '@/shared/offers';
import { beginLogin } from '@/shared/session';
import { Button } from '@/shared/ui';

interface ProviderButtonProps {
  /** The page that the login leads to, where it is not the dashboard. */
  next?: string | undefined;
}

/** Logs in with the identity provider: the whole browser goes there, and comes back to /api/auth/callback. Nothing where the server has none. */
export function ProviderButton({ next }: ProviderButtonProps) {
  if (!isOffered('provider')) return null;
  const go = () => {
    const query = new URLSearchParams({ begun: beginLogin(), ...(next ? { next } : {}) });
    window.location.assign(`/api/auth/google/login?${query.toString()}`);
  };
  return (
    <>
      <p className="flex items-center gap-3 text-sm text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button size="large" icon="user" onClick={go}>
        Continue with Google
      </Button>
    </>
  );
}
