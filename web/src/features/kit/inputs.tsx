import { useState } from 'react';
import {
  AnchorButton,
  Button,
  Checkbox,
  confirm,
  Dialog,
  Field,
  IconButton,
  Input,
  LinkButton,
  PasswordInput,
  RangeSlider,
  Select,
  Switch,
  Textarea,
  toast,
} from '@/shared/ui';

export function ButtonSamples() {
  const [open, setOpen] = useState(false);
  const ask = async () => {
    const yes = await confirm({
      title: 'Strike the camp?',
      text: 'The tents are packed and cannot be unpacked.',
      action: 'Strike the camp',
      danger: true,
    });
    toast(yes ? 'The camp is struck.' : 'The camp stands.');
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button tone="primary">Primary</Button>
        <Button>Plain</Button>
        <Button tone="quiet">Quiet</Button>
        <Button tone="danger">Danger</Button>
        <Button tone="primary" size="large">
          Large
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button tone="primary" disabled>
          Disabled
        </Button>
        <Button disabled>Disabled</Button>
        <Button tone="primary" busy>
          Loading
        </Button>
        <Button busy>Loading</Button>
        <Button icon="upload">With icon</Button>
        <IconButton icon="settings" label="Settings" />
        <IconButton icon="ruler" label="Measure" pressed />
        <LinkButton to="/">Link</LinkButton>
        <AnchorButton href="#kit" icon="external">
          Anchor
        </AnchorButton>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => setOpen(true)}>Dialog</Button>
        <Button onClick={() => void ask()}>Confirm</Button>
        <Button onClick={() => toast('The order is given.')}>Toast</Button>
        <Button onClick={() => toast('The order did not arrive.', 'error')}>Error toast</Button>
      </div>
      <Dialog open={open} onOpenChange={setOpen} title="A dialog" description="It holds the focus until it is closed.">
        <div className="mt-4 flex flex-col gap-4">
          <Field label="Name of the outpost">
            <Input placeholder="North ridge" />
          </Field>
          <Button tone="primary" onClick={() => setOpen(false)}>
            Found the outpost
          </Button>
        </div>
      </Dialog>
    </div>
  );
}

export function FieldSamples() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Name" hint="As the other player reads it.">
        <Input placeholder="Marshal Ivo" />
      </Field>
      <Field label="Email" error="That is not an email address: it lacks an @.">
        <Input defaultValue="ivo.example" />
      </Field>
      <Field
        label="Password"
        aside={
          <a className="underline underline-offset-4" href="#kit">
            Forgotten?
          </a>
        }>
        <PasswordInput defaultValue="lantern" autoComplete="off" />
      </Field>
      <Field label="Disabled">
        <Input disabled value="Not now" readOnly />
      </Field>
      <Field label="Army">
        <Select defaultValue="b">
          <option value="a">Lantern Watch</option>
          <option value="b">Cinder Host</option>
        </Select>
      </Field>
      <Field label="Army" error="Choose an army first.">
        <Select defaultValue="">
          <option value="">None</option>
          <option value="a">Lantern Watch</option>
        </Select>
      </Field>
      <Field label="Orders" className="sm:col-span-2">
        <Textarea placeholder="Hold the ridge until the third round." />
      </Field>
    </div>
  );
}

export function SwitchSamples() {
  const [on, setOn] = useState(true);
  const [round, setRound] = useState(2);
  return (
    <div className="flex flex-col gap-2">
      <Switch label="Share the report" hint="Everybody who has the link can read it." checked={on} onChange={setOn} />
      <Switch label="Off" checked={false} onChange={() => toast('It stays off here.')} />
      <Switch label="Disabled" checked disabled onChange={() => undefined} />
      <Checkbox label="Terrain" checked={on} onChange={setOn} />
      <RangeSlider
        label="Round"
        value={round}
        count={5}
        text={`Round ${round}`}
        ticks={['1', '2', '3', '4', '5']}
        onChange={setRound}
      />
    </div>
  );
}
