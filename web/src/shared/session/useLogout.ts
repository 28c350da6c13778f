import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { sentence } from '@/shared/api';
import { toast } from '@/shared/ui';
import { signOut } from './session';

/** Logs out and goes to /login. Where the server does not answer, the login stays as it is, and a toast says so. */
export function useLogout(): () => Promise<void> {
  const navigate = useNavigate();
  return useCallback(async () => {
    try {
      await signOut();
      await navigate('/login');
    } catch (error) {
      console.error('Not logged out', error);
      toast(`You are still logged in. ${sentence(error)}`, 'error');
    }
  }, [navigate]);
}
