import { flattened, list, number, text, type Action } from '@/shared/battle-log';

/** Victory points that an army has scored, and what for. */
export interface Gain {
  id: number;
  armyId: string;
  points: number;
  what: string;
}

const named = (action: Action): string => text(flattened(action.raw).action);

/** The points that entries of the log speak of. */
export const gainsOf = (actions: readonly Action[]): Gain[] =>
  actions
    .filter((action) => !action.undone && ['primary_score', 'secondary_score'].includes(named(action)))
    .map((action) => {
      const raw = flattened(action.raw);
      const places = list(raw.objectives).map(text).filter(Boolean).join(', ');
      const what = text(raw.scored_for) || (places ? `holding ${places}` : '');
      return {
        id: action.id,
        armyId: text(raw.army_uuid),
        points: number(raw.points) ?? 0,
        what: [text(raw.secondary), what].filter(Boolean).join(': '),
      };
    });
