import type { GameState } from '@/shared/api';
import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import recorded from '@/test/fixtures/reactions.json';
import { json, serve } from '@/test/page';
import { ObjectivePanel } from '../map/ObjectivePanel';
import { NOW, chargeable, GAME, gameState, request, showPanel, unit, weapon } from '../staged.test-kit';
import { HELD, objectiveAt, RUNNERS, tableState, unitAt } from '../table.test-kit';
import { PhasePanel } from './PhasePanel';
import { SummaryPanel } from './SummaryPanel';

const CALLS = `/api/game/${GAME}`;
const FAR = 12.3456;

const shooter = unit('runners', 'Torch Runners', {
  weapons: [
    weapon('rifle', {
      targets: [
        {
          target_unit_uuid: 'reeds',
          target_miniature_uuid: 'r1',
          target_unit_name: 'Reed Stalkers',
          distance: FAR,
          location: [20, 20],
        },
      ],
    }),
  ],
});
const shooting = gameState({
  phase: 'shooting',
  asked: request(['shoot', 'end'], { units: ['runners'], selected_unit_uuid: 'runners' }),
  units: [shooter],
});
const charger = {
  ...chargeable('runners', 'Torch Runners'),
  targets: chargeable('runners', 'Torch Runners').targets.map((each) => ({ ...each, distance: FAR })),
};
const charging = gameState({
  phase: 'charge',
  asked: request(['charge', 'end'], { units: ['runners'] }),
  more: { chargeable_units: [charger] },
});
const reach = HELD.control_info.army_control.map((each) => ({ ...each, models_in_range: 1, closest_distance: FAR }));
const objective = objectiveAt('Mill', [30, 22], {
  held_by: 'army-0',
  model_ranges: [{ name: 'Guard', army_uuid: 'army-0', distance: FAR, oc: 2 }],
  control_info: { ...HELD.control_info, army_control: reach },
});
const table = tableState({
  model: { phase_controller: { current_step: 'move' } },
  objectives: [objective],
  units: [unitAt('runners', 'Torch Runners', 0, [10.12345, FAR])],
  acting: [{ ...RUNNERS, location: [10.12345, FAR] }],
});

const PANELS: [what: string, panel: ReactElement, state: GameState, shown: string][] = [
  ['a target of a weapon', <PhasePanel />, shooting, '(12.3″)'],
  ['a target of a charge', <PhasePanel />, charging, '12.3″'],
  [
    'an objective on the map',
    <ObjectivePanel objective={objective} number={1} armies={table.game_model.armies} onClose={() => undefined} />,
    table,
    '12.3″',
  ],
  ['an objective in the summary', <SummaryPanel />, table, '(12.3″)'],
  ['where a unit stands that may move', <PhasePanel />, table, '10.1″ from the left edge, 12.3″ from the top'],
];

test.each(PANELS)('SHELL-55 CONST-37 %s: to one decimal', async (_, panel, state, shown) => {
  serve({ [CALLS]: () => json({ abilities: [], stratagems: [], shots: [], targets: [], game_state: NOW }) });
  showPanel(panel, state);
  await screen.findAllByText((_text, element) => element?.textContent.includes(shown) ?? false);
  expect(document.body.textContent).not.toMatch(/\d\.\d\d/);
});

test('SHELL-55 the distance of a unit that may be answered: to one decimal', async () => {
  const { question } = recorded.snap;
  const [offer] = question.offers;
  const ways = offer!.ways.map((way, index) => ({ ...way, distance: index ? 4 : FAR }));
  serve({ [`${CALLS}/question`]: () => json({ question: { ...question, offers: [{ ...offer, ways }] } }) });
  showPanel(<PhasePanel />, gameState({ phase: 'shooting', asked: request(['pass', 'use'], { why: 'enemy moved' }) }));
  expect(await screen.findByRole('button', { name: /, 12\.3″/ })).toBeVisible();
  expect(screen.getAllByRole('button', { name: /, 4\.0″/ })[0]).toBeVisible();
  expect(document.body.textContent).not.toMatch(/\d\.\d\d/);
});
