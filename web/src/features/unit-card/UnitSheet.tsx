import type { Profile, UnitStats } from '@/shared/battle-log';
import { Attributes } from './Attributes';
import { grouped } from './grouped';
import { WeaponTable } from './WeaponTable';

/** The kinds of miniature that a unit is made of, each with its numbers and weapons; `level` is that of their headings. */
export function UnitSheet({ stats, level }: { stats: UnitStats; level: 3 | 5 }) {
  return grouped(stats.profiles).map((profile, index) => <Kind key={index} profile={profile} level={level} />);
}

function Kind({ profile, level }: { profile: Profile; level: 3 | 5 }) {
  const Heading = `h${level}` as const;
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-2">
      <Heading className="flex justify-between gap-2">
        <span className="font-semibold">
          {profile.name}
          {profile.count !== null && ` ×${profile.count}`}
        </span>
        {profile.alive !== null && <span className="figure text-soft">{profile.alive} alive</span>}
      </Heading>
      <Attributes profile={profile} />
      <WeaponTable kind="ranged" weapons={profile.ranged} />
      <WeaponTable kind="melee" weapons={profile.melee} />
    </section>
  );
}
