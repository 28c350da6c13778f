import { useQuery } from '@tanstack/react-query';
import { listOptionsOptions } from '@/shared/api';

/** The sample armies and the computer's personalities. They change with the server's version only. */
export const useChoices = () => useQuery({ ...listOptionsOptions(), staleTime: Infinity });
