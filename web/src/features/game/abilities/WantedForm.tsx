import type { AbilityState } from '@/shared/api';
import { Field, Input, Select } from '@/shared/ui';
import { useGameState } from '../client/context';
import { ACTIONS, DIE, DURATIONS, GROUPS, PLACE, ROLL, isDuration, mayBe, numberOf, type Wanted } from './byHandKinds';

interface FormProps {
  ability: AbilityState;
  wanted: Wanted;
  onChange: (wanted: Wanted) => void;
}

/** What is to be done, by how much, to which unit, for how long. */
export function WantedForm({ ability, wanted, onChange }: FormProps) {
  const set = (part: Partial<Wanted>) => onChange({ ...wanted, ...part });
  const action = ACTIONS.get(wanted.kind);
  const number = numberOf(wanted.kind);
  return (
    <div className="grid grid-cols-[1fr_5rem] gap-2">
      <Field label="Changes" className={number === 'none' ? 'col-span-2' : ''}>
        <Select value={wanted.kind} onChange={(event) => set({ kind: event.target.value })}>
          {Object.entries(GROUPS).map(([group, kinds]) => (
            <optgroup key={group} label={group}>
              {kinds.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      {number !== 'none' && (
        <Field label="By">
          <Input
            type="number"
            min={-20}
            max={20}
            value={wanted.value}
            onChange={(event) => set({ value: event.target.value })}
          />
        </Field>
      )}
      {!action?.army && (
        <Target ability={ability} kind={wanted.kind} value={wanted.target} onChange={(target) => set({ target })} />
      )}
      {wanted.kind === DIE && <FallenDice wanted={wanted} onChange={set} />}
      {wanted.kind === ROLL && <FallenRolls wanted={wanted} onChange={set} />}
      {!action && (
        <Field label="Lasts" className="col-span-2">
          <Select
            value={wanted.duration}
            onChange={({ target }) => isDuration(target.value) && set({ duration: target.value })}>
            {Object.entries(DURATIONS).map(([each, words]) => (
              <option key={each} value={each}>
                {words}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </div>
  );
}

interface TargetProps {
  ability: AbilityState;
  /** What is done at once by an army's ability needs a unit, what stands elsewhere one that is there. */
  kind: string;
  value: string;
  onChange: (uuid: string) => void;
}

/** The unit that it is for: the one that has it, or any unit of either army. */
function Target({ ability, kind, value, onChange }: TargetProps) {
  const armies = useGameState((state) => state.game_model.armies);
  const chosen = ACTIONS.has(kind) && (kind === PLACE || !ability.location.unit_uuid);
  const own = chosen ? 'choose a unit' : ability.location.unit_uuid ? 'its own unit' : 'the whole army';
  return (
    <Field label="For" className="col-span-2">
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{own}</option>
        {armies.map((army) => (
          <optgroup key={army.uuid} label={army.name}>
            {army.units.filter(mayBe(kind)).map((unit) => (
              <option key={unit.uuid} value={unit.uuid}>
                {unit.name}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </Field>
  );
}

interface PartProps {
  wanted: Wanted;
  onChange: (part: Partial<Wanted>) => void;
}

/** The dice of attacks that fell last: which one, and what it shows from now on. */
function FallenDice({ wanted, onChange }: PartProps) {
  const fallen = useGameState((state) => state.dice.fallen);
  const die = fallen[wanted.die];
  if (!die)
    return (
      <p className="col-span-2 text-soft">
        No dice of an attack lie on the table. Roll its stages one by one, and each can be put right before the next.
      </p>
    );
  return (
    <>
      <Field label="Which die" className="col-span-2">
        <Select value={wanted.die} onChange={({ target }) => onChange({ die: Number(target.value), face: 0 })}>
          {fallen.map((each, index) => (
            <option key={`${each.volley}-${each.die}`} value={index}>
              {each.face}, {each.weapon_name} at {each.target_unit_name}
            </option>
          ))}
        </Select>
      </Field>
      <Becomes
        label="Becomes"
        sides={die.sides}
        again={die.again ? 'rolled again' : 'rolled again (it was already)'}
        value={wanted.face}
        onChange={(face) => onChange({ face })}
      />
    </>
  );
}

const NAMES = { advance: 'advance', charge: 'charge', 'battle-shock': 'battle-shock test' };

/** Rolls of units that fell in this phase: which one, and what each of its dice shows from now on. */
function FallenRolls({ wanted, onChange }: PartProps) {
  const rolls = useGameState((state) => state.dice.rolls);
  const roll = rolls[wanted.roll];
  if (!roll)
    return (
      <p className="col-span-2 text-soft">
        No such roll lies on the table. An advance can be put right until its unit is put down, a charge until its unit
        is moved, a battle-shock test in the phase that it was taken in.
      </p>
    );
  return (
    <>
      <Field label="Which roll" className="col-span-2">
        <Select value={wanted.roll} onChange={({ target }) => onChange({ roll: Number(target.value), faces: [] })}>
          {rolls.map((each, index) => (
            <option key={`${each.roll}-${each.unit_uuid}`} value={index}>
              {each.unit_name}, {NAMES[each.roll]}: {each.faces.join(' and ')}
            </option>
          ))}
        </Select>
      </Field>
      {roll.faces.map((face, index) => (
        <Becomes
          key={index}
          label={`Die ${index + 1}, a ${face}, becomes`}
          sides={6}
          again="rolled again"
          value={wanted.faces[index] ?? 0}
          onChange={(chosen) =>
            onChange({ faces: roll.faces.map((_, place) => (place === index ? chosen : (wanted.faces[place] ?? 0))) })
          }
        />
      ))}
    </>
  );
}

interface BecomesProps {
  label: string;
  sides: number;
  again: string;
  value: number;
  onChange: (face: number) => void;
}

/** What a die shows from now on: 0 is rolled again. */
const Becomes = ({ label, sides, again, value, onChange }: BecomesProps) => (
  <Field label={label} className="col-span-2">
    <Select value={value} onChange={({ target }) => onChange(Number(target.value))}>
      <option value={0}>{again}</option>
      {Array.from({ length: sides }, (_, index) => (
        <option key={index} value={index + 1}>
          {index + 1}
        </option>
      ))}
    </Select>
  </Field>
);
