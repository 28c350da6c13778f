import { Badge, type BadgeTone } from '@/shared/ui';
import { effectStatus, type EffectStatus, type AnyEffect } from './kinds';

const TONES: Record<EffectStatus, BadgeTone> = {
  Triggered: 'good',
  Expired: 'plain',
  Inactive: 'plain',
  'No casts': 'bad',
};

const words = (kind: string): string => kind.replaceAll('_', ' ');

/** What an effect comes to, without its type, which stands before it; empty where it is no more than that. */
function valueOf({ effect_type: kind, effect_value: value }: AnyEffect): string {
  const first = words(kind);
  return value === first || value.startsWith(`${first} `) ? value.slice(first.length + 1) : value;
}

/** What an ability does, effect by effect, and whether each is at work. */
export function EffectList({ effects }: { effects: readonly AnyEffect[] }) {
  if (!effects.length) return null;
  return (
    <ul className="flex flex-col divide-y divide-line border-y border-line text-sm" aria-label="Effects">
      {effects.map((effect) => (
        <li key={effect.effect_id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1.5">
          <span className="min-w-0">
            {effect.description && <span className="block">{effect.description}</span>}
            <span className="label text-xs text-soft">{words(effect.effect_type)}</span>{' '}
            <span className="figure text-xs">{valueOf(effect)}</span>{' '}
            <span className="text-xs text-faint">affects {effect.affects}</span>
          </span>
          <span className="flex items-center gap-2">
            {'remaining_casts' in effect && effect.remaining_casts !== -1 && (
              <span className="figure text-soft">
                {effect.remaining_casts} {effect.remaining_casts === 1 ? 'cast' : 'casts'} left
              </span>
            )}
            <Badge tone={TONES[effectStatus(effect)]}>{effectStatus(effect)}</Badge>
          </span>
        </li>
      ))}
    </ul>
  );
}
