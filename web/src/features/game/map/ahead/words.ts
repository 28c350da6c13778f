import type { Preview } from '@/shared/api';

type Target = Preview['targets'][number];
type Danger = Preview['dangers'][number];
type Charge = Preview['charges'][number];
type Goal = Preview['objectives'][number];

const some = (value: number): string => (value > 0 && value < 0.05 ? '<0.1' : value.toFixed(1));
const percent = (chance: number): string => `${Math.round(chance * 100)}%`;

/** What stands at an enemy: what the unit would do to it, and it to the unit. */
export interface EnemyWords {
  unitId: string;
  /** Seen and in range, seen and too far off, or not seen, or not to be shot at for another reason. */
  line: 'aimed' | 'far' | 'none';
  deals: string;
  takes: string;
  charge: string;
}

function deals({ sees, in_range: near, why, damage, slain, cover, distance, range }: Target): string {
  if (!sees && !near) return '';
  if (near) return `Deals ${some(damage)}, ${some(slain)} slain${cover ? ', in cover' : ''}`;
  return why || !range ? '' : `${distance.toFixed(1)}″ of ${range}″`;
}

function charges(charge: Charge | undefined): string {
  if (!charge) return '';
  if (charge.engaged) return 'Engaged';
  return charge.chance > 0 ? `Charge ${charge.needed}+ ${percent(charge.chance)}` : '';
}

/** The words at every enemy that there is something to say of. */
export function enemyWords({ targets, dangers, charges: near, holds_fire: held }: Preview): EnemyWords[] {
  return targets
    .map((target): EnemyWords => {
      const danger = dangers.find((each) => each.unit_uuid === target.unit_uuid);
      return {
        unitId: target.unit_uuid,
        line: target.in_range ? 'aimed' : target.sees && !target.why && !held ? 'far' : 'none',
        deals: held ? '' : deals(target),
        takes: danger && danger.damage > 0 ? `Takes ${some(danger.damage)}${danger.cover ? ', in cover' : ''}` : '',
        charge: charges(near.find((each) => each.unit_uuid === target.unit_uuid)),
      };
    })
    .filter((each) => each.line !== 'none' || each.takes || each.charge);
}

const MOST_NAMED = 3;

/** The unit's prospects in a few lines, the most important first. */
export function summary({
  refused,
  targets,
  dangers,
  holds_fire: held,
  damage,
  wounds,
  charges: near,
  received,
}: Preview): string[] {
  const seen = targets.filter((each) => each.sees);
  const hurting = dangers.filter((each) => each.damage > 0);
  const named = hurting.slice(0, MOST_NAMED).map((each: Danger) => `${each.unit_name} ${some(each.damage)}`);
  const rest = hurting.length - named.length;
  const reaching = near.filter((each) => each.theirs_after_move >= 0.1 && !each.engaged);
  const worst = reaching.toSorted((a, b) => b.theirs_after_move - a.theirs_after_move).slice(0, 2);
  const danger = hurting.length
    ? `Danger ${some(damage)} of ${wounds} wounds: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
    : 'Danger: no enemy can shoot it from where it stands now';
  const aim = held ? `may not shoot: ${held}` : `${targets.filter((each) => each.in_range).length} in range`;
  const seeing = `Sees ${seen.length} of ${targets.length} enemies, ${aim}`;
  return [
    ...(refused ? [refused.detail] : []),
    ...(targets.length || dangers.length ? [seeing, danger] : ['No enemy is on the table']),
    ...(worst.length
      ? [`May be charged: ${worst.map((each) => `${each.unit_name} ${percent(each.theirs_after_move)}`).join(', ')}`]
      : []),
    ...(received.length ? [`In auras: ${[...new Set(received.map((each) => each.name))].join(', ')}`] : []),
  ];
}

/** 'held 4 to 2' */
export function goalWords({ at, after, contested, own_level: own, enemy_level: enemy }: Goal): string {
  if (!at && after !== 'own') return 'given up';
  const levels = contested ? ` ${own} to ${enemy}` : '';
  if (after === 'own') return `held${levels}`;
  return after === 'enemy' ? `enemy’s${levels}` : contested ? `contested${levels}` : 'nobody’s';
}
