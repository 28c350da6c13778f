import { useQuery } from '@tanstack/react-query';
import { getSimulationLimitsOptions, listOptionsOptions } from '@/shared/api';

/** The sample armies and the computer's personalities. They change with the server's version only. */
export const useChoices = () => useQuery({ ...listOptionsOptions(), staleTime: Infinity });

/** How many battles a simulation may have on this site. */
export const useLimits = () => useQuery({ ...getSimulationLimitsOptions(), staleTime: Infinity });
