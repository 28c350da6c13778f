import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, type UseFormRegisterReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { answered, createGame, HttpError, listRostersOptions, sentence } from '@/shared/api';
import { Button, Checkbox, Dialog, Field, Input, Notice, Select, Textarea } from '@/shared/ui';

interface NewGameProps {
  open: boolean;
  /** The roster chosen beforehand, on its own page. */
  roster: string;
  onClose: () => void;
}

/** Names a new game, and goes to its set-up. */
export function NewGame({ open, roster, onClose }: NewGameProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Create New Game"
      description="A battle of two armies. Everything else is chosen in its set-up.">
      <NewGameForm roster={roster} onClose={onClose} />
    </Dialog>
  );
}

const NOT_CREATED = 'Error creating game. Please try again.';
/** Nothing longer can be typed in, so that the name is all that the server can refuse. */
const LONGEST = { name: 200, description: 2000 } as const;
const isAboutName = (error: unknown): boolean => error instanceof HttpError && error.status === 422;

interface Typed {
  game_name: string;
  description: string;
}

/** Makes the game that was named, and goes to its set-up. */
function useCreate(army: string, simulation: boolean, onNameRefused: () => void) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ game_name, description }: Typed) =>
      answered(createGame({ body: { game_name, description, simulation } })),
    onSuccess: (made) => {
      void navigate(`/games/setup/${made?.game_id ?? ''}${army ? `?roster=${encodeURIComponent(army)}` : ''}`);
    },
    onError: (error) => {
      console.error('Game not created', error);
      if (isAboutName(error)) onNameRefused();
    },
  });
}

function NewGameForm({ roster, onClose }: Omit<NewGameProps, 'open'>) {
  const [simulation, setSimulation] = useState(true);
  // No field of the form: the list of rosters may come while a name is typed, and must then change nothing.
  const [army, setArmy] = useState(roster);
  const rosters = useQuery({
    ...listRostersOptions(),
    select: (found) => found.rosters,
  });
  const { register, handleSubmit, setFocus } = useForm<Typed>({
    defaultValues: { game_name: '', description: '' },
  });
  const create = useCreate(army, simulation, () => setFocus('game_name'));
  const suggested = rosters.data?.find((each) => each.roster_id === army)?.name.slice(0, LONGEST.name) ?? '';
  const named = (typed: Typed): Typed => ({ ...typed, game_name: typed.game_name.trim() || suggested });
  const refused = create.isError ? sentence(create.error) : null;
  const nameless = isAboutName(create.error);
  return (
    <form
      className="mt-5 flex flex-col gap-4"
      onSubmit={(event) => void handleSubmit((typed) => create.mutate(named(typed)))(event)}>
      <NameField suggested={suggested} error={nameless ? refused : null} typed={register('game_name')} />
      <Field label="Description">
        <Textarea rows={3} maxLength={LONGEST.description} {...register('description')} />
      </Field>
      {(rosters.data?.length ?? 0) > 0 && (
        <Field label="Your army" hint="Can still be changed in the set-up.">
          <Select value={army} onChange={(event) => setArmy(event.target.value)}>
            <option value="">Choose later</option>
            {rosters.data?.map((each) => (
              <option key={each.roster_id} value={each.roster_id}>
                {each.name} · {each.points} points
              </option>
            ))}
          </Select>
        </Field>
      )}
      <div>
        <Checkbox label="Simulation Game" checked={simulation} onChange={setSimulation} />
        <p className="pl-8 text-sm text-soft">
          Played on the screen, with no table beside it. Against the computer, another person or yourself: that is
          chosen next, in the set-up.
        </p>
      </div>
      {refused && !nameless && (
        <Notice text={NOT_CREATED}>
          <span>{refused}</span>
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" tone="primary" busy={create.isPending}>
          Create Game
        </Button>
      </div>
    </form>
  );
}

interface NameFieldProps {
  /** What the game is called if nothing is typed. */
  suggested: string;
  error: string | null;
  typed: UseFormRegisterReturn;
}

function NameField({ suggested, error, typed }: NameFieldProps) {
  return (
    <Field label="Game Name" hint={suggested && 'Left empty, the game is named after your army.'} error={error}>
      <Input autoFocus autoComplete="off" maxLength={LONGEST.name} placeholder={suggested} {...typed} />
    </Field>
  );
}
