import { useQuery } from '@tanstack/react-query';
import { answered, listOptions, type Options } from '@/shared/api';

/** The sample armies and the computer's personalities. They change with the server's version only. */
export const useChoices = () =>
  useQuery({
    queryKey: ['options'],
    staleTime: Infinity,
    queryFn: async () => (await answered(listOptions())) as Options,
  });
