import type { Profile } from '@/shared/battle-log';
import { Attributes } from './Attributes';
import { grouped } from './grouped';
import { Legend } from './Legend';
import { WeaponTable } from './WeaponTable';

interface UnitSheetProps {
  profiles: readonly Profile[];
  /** That of the headings. */
  level: 3 | 4 | 5;
  /** Without the numbers that a kind has not. */
  printed?: boolean;
}

/** The kinds of miniature that a unit is made of, each with its numbers and weapons. */
export function UnitSheet({ profiles, ...how }: UnitSheetProps) {
  return (
    <>
      {grouped(profiles).map((profile, index) => (
        <Kind key={index} profile={profile} {...how} />
      ))}
      <Legend />
    </>
  );
}

function Kind({ profile, level, printed = false }: { profile: Profile } & Omit<UnitSheetProps, 'profiles'>) {
  const Heading = `h${level}` as const;
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-2 first:border-t-0 first:pt-0">
      <Heading className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="font-semibold">
          {profile.name}
          {profile.count !== null && ` ×${profile.count}`}
        </span>
        {profile.base && <span className="text-sm text-faint">Base {profile.base}</span>}
        {profile.alive !== null && <span className="figure text-soft">{profile.alive} alive</span>}
      </Heading>
      <Attributes profile={profile} printed={printed} />
      <WeaponTable kind="ranged" weapons={profile.ranged} />
      <WeaponTable kind="melee" weapons={profile.melee} />
    </section>
  );
}
