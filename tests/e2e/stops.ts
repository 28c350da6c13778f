import type { APIRequestContext } from '@playwright/test';

/** Has a player be asked about every reaction of his armies, whether it may be worth it or not. */
export async function askEverything(
  request: APIRequestContext,
  gameId: string,
  headers: Record<string, string>,
): Promise<void> {
  const { armies } = await (await request.get(`/api/game/${gameId}/reactions`, { headers })).json();
  for (const army of armies) {
    const data = { army_uuid: army.army_uuid, rest: 'always' };
    await request.post(`/api/game/${gameId}/reactions`, { headers, data });
  }
}
