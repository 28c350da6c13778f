import type { ReactNode } from 'react';
import { Card, ThemeToggle } from '@/shared/ui';
import { ButtonSamples, FieldSamples, SwitchSamples } from './inputs';
import { NoticeSamples, SurfaceSamples, TableSample, TypeSamples } from './surfaces';

const PARTS: readonly [string, ReactNode][] = [
  ['Type', <TypeSamples key="type" />],
  ['Buttons', <ButtonSamples key="buttons" />],
  ['Fields', <FieldSamples key="fields" />],
  ['Choices', <SwitchSamples key="choices" />],
  ['Notices', <NoticeSamples key="notices" />],
  ['Surfaces', <SurfaceSamples key="surfaces" />],
];

/** Every piece of the kit in each of its states, for building pages and for the tests. */
export function Kit() {
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-4 p-4 sm:p-8">
      <div className="flex items-center justify-between gap-4">
        <h1 className="text-xl font-semibold">Router test page</h1>
        <ThemeToggle />
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        {PARTS.map(([title, part]) => (
          <Card key={title} title={title}>
            {part}
          </Card>
        ))}
      </div>
      <Card title="Table">
        <TableSample />
      </Card>
    </div>
  );
}
