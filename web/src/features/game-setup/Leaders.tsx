import type { ArmyChosen, SeatArmy } from '@/shared/api';
import { Field, Select } from '@/shared/ui';

interface LeadersProps {
  army: SeatArmy;
  onChange: (joined: NonNullable<ArmyChosen['joined']>) => void;
}

/**
 * Leaders join units before the battle: each one, and a unit two where the sheet of one of them allows the other.
 * Nothing where an army has none.
 */
export function Leaders({ army, onChange }: LeadersProps) {
  const joined = army.joined ?? [];
  const unitOf = (leader: number): number | null => joined.find((pair) => pair.leader === leader)?.unit ?? null;
  const put = (leader: number, unit: string) =>
    onChange([
      ...joined.filter((pair) => pair.leader !== leader),
      ...(unit === '' ? [] : [{ leader, unit: Number(unit) }]),
    ]);
  const leaders = army.leaders ?? [];
  const mayShare = (one: number, other: number): boolean =>
    leaders.some(({ leader, beside }) => leader === one && beside.includes(other));
  const isFree = (leader: number, unit: number): boolean => {
    const there = joined.filter((pair) => pair.unit === unit && pair.leader !== leader);
    const leads = joined.some((pair) => pair.leader === unit);
    return !leads && there.length < 2 && there.every((pair) => mayShare(leader, pair.leader));
  };
  if (leaders.length === 0) return null;
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="label mb-1.5 text-soft">Leaders</legend>
      {leaders.map(({ leader, name, units }) => {
        const free = units.filter(({ unit }) => unit === unitOf(leader) || isFree(leader, unit));
        return (
          <Field key={leader} label={`${name} joins`}>
            <Select value={unitOf(leader) ?? ''} onChange={(event) => put(leader, event.target.value)}>
              <option value="">Nobody yet</option>
              {free.map((each) => (
                <option key={each.unit} value={each.unit}>
                  {each.name}
                </option>
              ))}
            </Select>
          </Field>
        );
      })}
    </fieldset>
  );
}
