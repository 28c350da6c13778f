import type { AbilityState } from '@/shared/api';
import { Field, Input, Select } from '@/shared/ui';
import { useGameState } from '../client/context';
import { ACTIONS, DIE, DURATIONS, GROUPS, PLACE, isDuration, mayBe, numberOf, type Wanted } from './byHandKinds';

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

/** The dice of attacks that fell last: which one, and what it shows from now on. */
function FallenDice({ wanted, onChange }: { wanted: Wanted; onChange: (part: Partial<Wanted>) => void }) {
  const fallen = useGameState((state) => state.dice.fallen);
  const die = fallen[wanted.die];
  if (!die)
    return (
      <p className="col-span-2 text-soft">
        No dice of an attack lie on the table. Roll its stages one by one, and each can be put right before the next.
      </p>
    );
  const faces = Array.from({ length: die.sides }, (_, index) => index + 1);
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
      <Field label="Becomes" className="col-span-2">
        <Select value={wanted.face} onChange={({ target }) => onChange({ face: Number(target.value) })}>
          <option value={0}>{die.again ? 'rolled again' : 'rolled again (it was already)'}</option>
          {faces.map((face) => (
            <option key={face} value={face}>
              {face}
            </option>
          ))}
        </Select>
      </Field>
    </>
  );
}
