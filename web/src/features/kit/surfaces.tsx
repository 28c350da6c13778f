import { useState } from 'react';
import {
  Badge,
  Button,
  EmptyState,
  Notice,
  PageHeader,
  Progress,
  Skeleton,
  Table,
  Tabs,
  Td,
  Th,
  type SortDirection,
} from '@/shared/ui';

const SIZES = [
  ['text-xl', 'Thirty-two, for titles'],
  ['text-lg', 'Twenty, for heads'],
  ['text-base', 'Fifteen, for reading'],
  ['text-sm', 'Thirteen, for what is beside it'],
  ['text-xs', 'Twelve, for ticks'],
] as const;

export function TypeSamples() {
  return (
    <div className="flex flex-col gap-2">
      {SIZES.map(([size, words]) => (
        <p key={size} className={size}>
          {words}
        </p>
      ))}
      <p className="label text-soft">Label, condensed</p>
      <p className="figure text-lg">0123456789 6.4″ 3+ 2D6</p>
      <p className="text-soft">
        Soft ink, <span className="text-faint">faint ink</span>, <span className="text-lamp">lamplight</span>,{' '}
        <span className="text-good">good</span>, <span className="text-bad">bad</span>.
      </p>
    </div>
  );
}

export function NoticeSamples() {
  const [busy, setBusy] = useState(false);
  const retry = () => {
    setBusy(true);
    setTimeout(() => setBusy(false), 1200);
  };
  return (
    <div className="flex flex-col gap-3">
      <Notice text="The battles could not be read." onRetry={retry} busy={busy} />
      <Notice tone="good" text="The roster is saved." />
      <Notice tone="info" text="The camera is not calibrated yet." />
      <Progress label="Fighting battles" value={0.42} detail="12 s left" />
      <Progress label="Reading the table" value={null} />
      <div className="flex flex-col gap-2">
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="h-16" />
      </div>
    </div>
  );
}

export function SurfaceSamples() {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="A page"
        text="What it is for, in a line."
        actions={
          <Button tone="primary" icon="plus">
            New
          </Button>
        }
      />
      <div className="flex flex-wrap gap-2">
        <Badge>Draft</Badge>
        <Badge tone="lamp" icon="play">
          In progress
        </Badge>
        <Badge tone="good" icon="check">
          Completed
        </Badge>
        <Badge tone="bad" icon="close">
          Cannot be played
        </Badge>
      </div>
      <Tabs
        label="Parts"
        tabs={[
          { value: 'a', title: 'Units', content: 'Nine units.' },
          { value: 'b', title: 'Report', content: 'Nothing to report.' },
          { value: 'c', title: 'Closed', content: '', disabled: true },
        ]}
      />
      <EmptyState
        icon="battle"
        title="No battles yet"
        text="A battle that you set up stands here from then on."
        action={<Button tone="primary">Set up a battle</Button>}
      />
    </div>
  );
}

const ROWS = [
  { name: 'The ford', round: 5, state: 'Completed' },
  { name: 'Above the quarry', round: 2, state: 'In progress' },
  { name: 'Night on the causeway', round: 4, state: 'In progress' },
] as const;

export function TableSample() {
  const [direction, setDirection] = useState<SortDirection>('asc');
  const rows = [...ROWS].sort((a, b) => (direction === 'asc' ? 1 : -1) * a.name.localeCompare(b.name));
  return (
    <Table label="Battles">
      <thead>
        <tr>
          <Th sorted={direction} onSort={() => setDirection(direction === 'asc' ? 'desc' : 'asc')}>
            Name
          </Th>
          <Th numeric>Round</Th>
          <Th>Status</Th>
          <Th>
            <span className="sr-only">Action</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <Td label="Name">{row.name}</Td>
            <Td label="Round" numeric>
              {row.round}
            </Td>
            <Td label="Status">
              <Badge tone={row.state === 'Completed' ? 'good' : 'lamp'}>{row.state}</Badge>
            </Td>
            <Td className="sm:text-right">
              <Button>Open</Button>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
