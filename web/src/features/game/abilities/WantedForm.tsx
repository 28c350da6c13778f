import type { AbilityState } from '@/shared/api';
import { Field, Input, Select } from '@/shared/ui';
import { unitOf } from '../board';
import { useGameState } from '../client/context';
import {
  DIE,
  DURATIONS,
  HARM,
  PLACE,
  ROLL,
  SORTS,
  isDuration,
  kindOf,
  mayBe,
  nowOf,
  weaponsNamed,
  type Kind,
  type Unit,
  type Wanted,
} from './byHandKinds';
import { KindPicker } from './KindPicker';

interface FormProps {
  ability: AbilityState;
  kinds: readonly Kind[];
  wanted: Wanted;
  onChange: (wanted: Wanted) => void;
}

/** What is to be done, by how much, to which unit, for how long. */
export function WantedForm({ ability, kinds, wanted, onChange }: FormProps) {
  const set = (part: Partial<Wanted>) => onChange({ ...wanted, ...part });
  const chosen = kindOf(kinds, wanted.kind);
  const state = useGameState();
  const unit = unitOf(state, wanted.target || ability.location.unit_uuid || '');
  return (
    <div className="grid grid-cols-2 gap-2">
      <KindPicker kinds={kinds} value={wanted.kind} onChange={(kind) => set({ kind, die: 0, face: 0 })} />
      {!chosen.army && (
        <Target
          ability={ability}
          kind={chosen}
          value={wanted.target}
          onChange={(target) => set({ target, miniature: '', weapon: '' })}
        />
      )}
      {unit && chosen.miniature !== 'no' && <Miniature unit={unit} kind={chosen} wanted={wanted} onChange={set} />}
      {chosen.weapons && <Weapons unit={unit} wanted={wanted} onChange={set} />}
      {wanted.kind === DIE && <FallenDice wanted={wanted} onChange={set} />}
      {wanted.kind === HARM && <HarmDue wanted={wanted} onChange={set} />}
      {wanted.kind === ROLL && <FallenRolls wanted={wanted} onChange={set} />}
      <Numbers unit={unit} kind={chosen} wanted={wanted} onChange={set} />
      {!chosen.atOnce && !chosen.forGood && (
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

interface AboutProps extends PartProps {
  unit: Unit | null;
  kind: Kind;
}

/** The number, and for a keyword against certain units which ones. */
function Numbers({ unit, kind, wanted, onChange }: AboutProps) {
  const now = unit && kind.of ? nowOf(kind, unit, wanted) : '';
  return (
    <>
      {kind.against && (
        <Field label="Against" className="col-span-2">
          <Input
            value={wanted.against}
            placeholder="infantry, vehicle, monster …"
            onChange={({ target }) => onChange({ against: target.value })}
          />
        </Field>
      )}
      {kind.number !== 'none' && (
        <Field label={kind.label} hint={now && `Now ${now}.`} className="col-span-2">
          <Input
            type={kind.signed ? 'number' : 'text'}
            min={-20}
            max={20}
            placeholder={kind.example}
            value={wanted.value}
            onChange={({ target }) => onChange({ value: target.value })}
          />
        </Field>
      )}
    </>
  );
}

/** One of the unit's miniatures, or all of them. */
function Miniature({ unit, kind, wanted, onChange }: AboutProps & { unit: Unit }) {
  const must = kind.miniature === 'must';
  return (
    <Field label="Of" className="col-span-2">
      <Select value={wanted.miniature} onChange={({ target }) => onChange({ miniature: target.value })}>
        <option value="">{must ? 'choose a miniature' : 'all its miniatures'}</option>
        {unit.miniatures.map(
          (each, index) =>
            each.alive && (
              <option key={each.uuid} value={each.uuid}>
                {index + 1}. {each.name}, {each.wounds} {each.wounds === 1 ? 'wound' : 'wounds'} left
              </option>
            ),
        )}
      </Select>
    </Field>
  );
}

/** All weapons, those of a sort, or those of a name. */
const Weapons = ({ unit, wanted, onChange }: PartProps & { unit: Unit | null }) => (
  <Field label="Weapons" className="col-span-2">
    <Select value={wanted.weapon} onChange={({ target }) => onChange({ weapon: target.value })}>
      {Object.entries(SORTS).map(([sort, words]) => (
        <option key={sort} value={sort}>
          {words}
        </option>
      ))}
      {unit && weaponsNamed(unit).map((name) => <option key={name}>{name}</option>)}
    </Select>
  </Field>
);

interface TargetProps {
  ability: AbilityState;
  /** What is done at once by an army's ability needs a unit, what stands elsewhere one that is there. */
  kind: Kind;
  value: string;
  onChange: (uuid: string) => void;
}

/** The unit that it is for: the one that has it, or any unit of either army. */
function Target({ ability, kind, value, onChange }: TargetProps) {
  const armies = useGameState((state) => state.game_model.armies);
  const chosen = kind.atOnce && (kind.name === PLACE || !ability.location.unit_uuid);
  const own = chosen ? 'choose a unit' : ability.location.unit_uuid ? 'its own unit' : 'the whole army';
  return (
    <Field label="For" className="col-span-2">
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{own}</option>
        {armies.map((army) => (
          <optgroup key={army.uuid} label={army.name}>
            {army.units.filter(mayBe(kind.name)).map((unit) => (
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

/** The attacks that got through and have done no damage yet. */
function HarmDue({ wanted, onChange }: PartProps) {
  const harm = useGameState((state) => state.dice.harm);
  if (!harm.length)
    return (
      <p className="col-span-2 text-soft">
        No attack is about to do damage. Roll the attacks stage by stage, and what they do can be put right once the
        damage is rolled.
      </p>
    );
  return (
    <Field label="Which attack" className="col-span-2">
      <Select value={wanted.die} onChange={({ target }) => onChange({ die: Number(target.value) })}>
        {harm.map((each, index) => (
          <option key={`${each.volley}-${each.wound}`} value={index}>
            {each.damage} damage, {each.weapon_name} at {each.target_unit_name}
          </option>
        ))}
      </Select>
    </Field>
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
