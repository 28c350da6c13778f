import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { json, serve, type Seen } from '@/test/page';
import { GAME, gameState, latest, request, showPanel } from '../staged.test-kit';
import { ShootingPanel } from '../panels/AttackPanel';
import { DiceTray } from './DiceTray';
import { useDueRoll } from './dueRoll';
import { boxColour, inReadingOrder, isHigh } from './found';

const CALL = `/api/game/${GAME}/latest_dice_image`;
const PHOTO = `/api/game/${GAME}/photos/p1`;

/** Three dice in a row, each surer than the next. */
const ANALYSIS = {
  analysis_type: 'dice_detection',
  image_url: PHOTO,
  dice_result: {
    detection_boxes: [
      [400, 90, 500, 190],
      [20, 100, 120, 200],
      [210, 95, 310, 195],
    ],
    detection_scores: [0.93, 0.65, 0.55],
    detection_classes: [5, 3, 1],
    prediction_time_ms: 83.6,
  },
};
const TAKEN = {
  exists: true,
  image_id: 'p1',
  image_url: PHOTO,
  width: 640,
  height: 480,
  analysis: null,
  processed_at: null,
};
const READ = { ...TAKEN, analysis: ANALYSIS, processed_at: '2026-11-22T03:00:00Z' };

const strokes: string[] = [];
const context = {
  clearRect: vi.fn(),
  fillText: vi.fn(),
  setLineDash: vi.fn(),
  strokeRect: vi.fn(() => strokes.push(context.strokeStyle)),
  strokeStyle: '',
  fillStyle: '',
  lineWidth: 0,
  font: '',
};

beforeEach(() => {
  strokes.length = 0;
  vi.clearAllMocks();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(
    context as unknown as CanvasRenderingContext2D & null,
  );
  URL.createObjectURL = () => 'blob:tray';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  act(() => useDueRoll.setState({ owner: '', roll: null }));
});

const picture = () => new Response(new Uint8Array([255, 216]), { headers: { 'Content-Type': 'image/jpeg' } });
const quiet = gameState({ phase: 'shooting', asked: request(['end']) });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

async function opened(answer: () => Response): Promise<Seen[]> {
  const seen = serve({ [CALL]: answer, [PHOTO]: picture });
  showPanel(<DiceTray />, quiet);
  await press('View Dice Image');
  await screen.findByRole('dialog', { name: 'Dice Tray Analysis' });
  return seen;
}

const asked = (seen: Seen[]) => seen.filter(({ path }) => path.split('?')[0] === CALL).length;

describe('the dice tray', () => {
  // DICE-1, DICE-2, DICE-3, DICE-7, API-63
  test('opens, says that there is no photo, looks again, and closes', async () => {
    const seen = await opened(() => json({ exists: false }));
    expect(await screen.findByText('No dice tray images have been taken yet.')).toBeVisible();
    expect(seen.find(({ path }) => path === CALL)?.method).toBe('GET');
    await press('Refresh');
    await waitFor(() => expect(asked(seen)).toBe(2));
    await press('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  // DICE-4, ERR-57
  test.each([
    [{ detail: 'The photos are being moved.' }, 'The photos are being moved.'],
    [{}, 'Failed to fetch dice image'],
  ])('a failure %j is shown, and tried again', async (body, shown) => {
    let failing = true;
    const seen = await opened(() => (failing ? json(body, 404) : json({ exists: false })));
    expect(await screen.findByRole('alert')).toHaveTextContent(shown);
    failing = false;
    await press('Retry');
    expect(await screen.findByText('No dice tray images have been taken yet.')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(asked(seen)).toBe(2);
  });

  // DICE-8, DICE-9
  test('a photo that is not read yet says so', async () => {
    await opened(() => json(TAKEN));
    expect(await screen.findByText('No analysis results available for this dice image.')).toBeVisible();
    expect(screen.getByText('Analysis may still be in progress...')).toBeVisible();
    expect(await screen.findByRole('img', { name: 'The dice tray' })).toHaveAttribute('src', 'blob:tray');
  });

  test('a photo that could not be read says why, and is read again', async () => {
    let latest: object = { ...TAKEN, error: 'This took longer than 60 seconds and was stopped.' };
    const begun: string[] = [];
    serve({
      [CALL]: (_, { method }) => {
        if (method !== 'POST') return json(latest);
        begun.push(method);
        latest = READ;
        return json({ job_id: 'j2', image_id: 'p1' }, 202);
      },
      [PHOTO]: picture,
    });
    showPanel(<DiceTray />, quiet);
    await press('View Dice Image');
    expect(await screen.findByRole('alert')).toHaveTextContent('This took longer than 60 seconds and was stopped.');
    expect(screen.queryByText('Analysis may still be in progress...')).toBeNull();
    await press('Read it again');
    expect(await screen.findByText('Prediction time:')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(begun).toEqual(['POST']);
  });

  test('a photo that may not be read again says why', async () => {
    serve({
      [CALL]: (_, { method }) =>
        method === 'POST'
          ? json({ detail: 'Only the players of the game may do that.' }, 403)
          : json({ ...TAKEN, error: 'This photo could not be read.' }),
      [PHOTO]: picture,
    });
    showPanel(<DiceTray />, quiet);
    await press('View Dice Image');
    await userEvent.click(await screen.findByRole('button', { name: 'Read it again' }));
    expect(await screen.findByText('Only the players of the game may do that.')).toBeVisible();
  });

  // DICE-5, DICE-6, DICE-10, DICE-11, DICE-12, DICE-13, DICE-14, CONST-32, CONST-33, ENT-33
  test('boxes are drawn in the colour of how sure they are, and go and come', async () => {
    await opened(() => json(READ));
    expect(await screen.findByText('Prediction time:')).toHaveTextContent('Prediction time: 84 ms');
    const box = screen.getByRole('checkbox', { name: 'Show Dice Detections' });
    expect(box).toBeChecked();
    expect(screen.getByRole('img', { name: 'Boxes about 3 dice' })).toBeVisible();
    expect(strokes.slice(-3)).toEqual(['green', 'yellow', 'red']);
    expect(context.strokeRect).toHaveBeenCalledWith(400, 90, 100, 100);
    const dice = within(screen.getByRole('region', { name: 'Dice that were read' }));
    expect(dice.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      '65.0%',
      '55.0%',
      '93.0%high confidence',
    ]);
    await userEvent.click(box);
    expect(screen.queryByRole('img', { name: 'Boxes about 3 dice' })).toBeNull();
    await userEvent.click(box);
    expect(screen.getByRole('img', { name: 'Boxes about 3 dice' })).toBeVisible();
  });

  test('dice of other kinds are outlined and said not to be read', async () => {
    const others = { ...ANALYSIS.dice_result, other_boxes: [[500, 300, 560, 370]] };
    await opened(() => json({ ...READ, analysis: { ...ANALYSIS, dice_result: others } }));
    expect(await screen.findByText(/^One die has numerals or other than six sides and was not read/)).toBeVisible();
    expect(context.strokeRect).toHaveBeenCalledWith(500, 300, 60, 70);
    expect(context.fillText).toHaveBeenCalledWith('not read', 500, 296);
    expect(
      within(screen.getByRole('region', { name: 'Dice that were read' })).getAllByRole('button', { name: /^Die / }),
    ).toHaveLength(3);
  });

  // DICE-11..14, CONST-32, CONST-33
  test('the limits themselves are below', () => {
    expect([0.81, 0.8, 0.61, 0.6].map(boxColour)).toEqual(['green', 'yellow', 'yellow', 'red']);
    expect([0.7, 0.71].map(isHigh)).toEqual([false, true]);
  });

  test('dice are listed in rows, each from the left', () => {
    const at = (x: number, y: number, face: number) => ({ box: [x, y, x + 10, y + 10] as const, score: 1, face });
    expect(inReadingOrder([at(50, 3, 2), at(5, 40, 3), at(0, 0, 1)]).map(({ face }) => face)).toEqual([1, 2, 3]);
  });
});

describe('the dice that were read', () => {
  const rolls = (count: number | null, taken = true, refusal = '') => {
    const used: number[][] = [];
    act(() =>
      useDueRoll.setState({
        owner: 'test',
        roll: {
          count,
          use: (faces) => {
            used.push(faces);
            return Promise.resolve(taken);
          },
          refusal,
        },
      }),
    );
    return used;
  };

  test('answer the roll that is due, each put right before', async () => {
    const used = rolls(3);
    await opened(() => json(READ));
    await press('Die 2 shows 1');
    await press('It shows 6');
    expect(screen.getByText('by hand')).toBeVisible();
    await press('Use these dice');
    expect(used).toEqual([[3, 6, 5]]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('of several weapons go to each as the player says', async () => {
    const used = rolls(3);
    const dice = (weapon_name: string, count: number) => ({ weapon_name, target_unit_name: 'Raiders', dice: count });
    act(() => {
      const { roll } = useDueRoll.getState();
      useDueRoll.setState({ roll: { ...roll!, shares: [dice('Blade', 2), dice('Boat hook', 1)] } });
    });
    await opened(() => json(READ));
    await press('Die 3 shows 5, Boat hook');
    await press('A Blade: 2 of 2');
    expect(screen.getByRole('button', { name: 'Use these dice' })).toBeDisabled();
    expect(screen.getByText(/^3 dice in the tray, but some weapon has too many or too few/)).toBeVisible();
    await press('Die 3 shows 5, Blade');
    await press('Die 1 shows 3, Blade');
    await press('B Boat hook: 0 of 1');
    await press('Use these dice');
    expect(used).toEqual([[1, 5, 3]]);
  });

  test('more things than the roll takes are set aside, until they are asked for', async () => {
    const used = rolls(2);
    const counted = { ...ANALYSIS.dice_result, doubtful: [false, true, false], aside: [false, true, false], added: 0 };
    const seen = await opened(() => json({ ...READ, analysis: { ...ANALYSIS, dice_result: counted } }));
    expect(await screen.findByText('2 dice in the tray.')).toBeVisible();
    expect(seen.map(({ path }) => path)).toContain(`${CALL}?rolled=2`);
    expect(screen.getByText(/^The roll takes 2 dice, so one more possible die was set aside/)).toBeVisible();
    expect(context.fillText).toHaveBeenCalledWith('set aside', expect.any(Number), expect.any(Number));
    expect(screen.getByRole('button', { name: 'Use these dice' })).toBeEnabled();
    await press('Ask about it');
    expect(screen.getByRole('group', { name: 'What does the marked die show?' })).toBeVisible();
    expect(screen.queryByText(/set aside/)).toBeNull();
    await press('The marked thing is no die to count');
    await press('Use these dice');
    expect(used).toHaveLength(1);
    expect(used[0]).toHaveLength(2);
  });

  test('a faint thing is asked about where the roll takes more dice', async () => {
    rolls(3);
    const faint = { ...ANALYSIS.dice_result, doubtful: [false, false, true], aside: [false, false, false], added: 1 };
    await opened(() => json({ ...READ, analysis: { ...ANALYSIS, dice_result: faint } }));
    expect(await screen.findByText(/^The roll takes more dice than were read clearly/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Use these dice' })).toBeDisabled();
    await press('The marked die shows 6');
    expect(screen.getByText('3 dice in the tray.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Use these dice' })).toBeEnabled();
  });

  test('say first that there are too few or more than the roll takes', async () => {
    const used = rolls(4);
    await opened(() => json(READ));
    expect(await screen.findByText('3 dice in the tray, but the roll takes 4: 1 still missing.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Use these dice' })).toBeDisabled();
    await press('Die 2 shows 1');
    await press('Die 2 shows 1');
    await press('Add a 4');
    expect(screen.getByText('4 dice in the tray.')).toBeVisible();
    await press('Add a 2');
    expect(screen.getByText(/^5 dice in the tray, but the roll takes 4: the others are for re-rolls/)).toBeVisible();
    await press('Die 5 shows 2');
    await press('Take this die away');
    await press('Use these dice');
    expect(used).toEqual([[3, 1, 5, 4]]);
  });

  test('say that they have answered a roll already, until there is a new photo', async () => {
    const used = rolls(3);
    let newest: object = READ;
    await opened(() => json(newest));
    newest = { ...READ, answered: true };
    await press('Use these dice');
    await press('View Dice Image');
    expect(await screen.findByRole('note')).toHaveTextContent('These dice have answered a roll already.');
    await press('Use these dice once more');
    expect(used).toHaveLength(2);
    newest = { ...READ, image_id: 'p2' };
    await press('View Dice Image');
    await press('Refresh');
    expect(await screen.findByRole('button', { name: 'Use these dice' })).toBeEnabled();
    expect(screen.queryByRole('note')).toBeNull();
  });

  test('are kept where the roll refuses them, and why stands in front of the player', async () => {
    rolls(null, false, 'Too many dice for the roll: 3 left over.');
    await opened(() => json(READ));
    await press('Use these dice');
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many dice for the roll: 3 left over.');
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  describe('that are doubtful', () => {
    const DOUBTFUL = {
      ...READ,
      analysis: {
        ...ANALYSIS,
        dice_result: {
          ...ANALYSIS.dice_result,
          detection_certainties: [0.98, 0.7, 0.3],
          detection_seconds: [2, 5, 4],
          doubtful: [false, true, true],
        },
      },
    };
    const asking = () => screen.queryByRole('group', { name: 'What does the marked die show?' });

    test('are asked about in the photo one after the other, a tap each, before they are used', async () => {
      const used = rolls(3);
      await opened(() => json(DOUBTFUL));
      expect(await screen.findByText(/^2 dice are doubtful: tap what the marked one shows/)).toBeVisible();
      expect(screen.getByRole('button', { name: 'Use these dice' })).toBeDisabled();
      expect(screen.getAllByText('doubtful')).toHaveLength(2);
      await press('The marked die shows 5');
      expect(screen.getByText(/^One die is doubtful/)).toBeVisible();
      expect(screen.getByRole('button', { name: 'Use these dice' })).toBeDisabled();
      await press('The marked die shows 1');
      expect(asking()).toBeNull();
      await press('Use these dice');
      expect(used).toEqual([[5, 1, 5]]);
    });

    test('have on the photo the face that was answered, and no box where they are no dice', async () => {
      await opened(() => json(DOUBTFUL));
      await screen.findByText(/^2 dice are doubtful/);
      expect(context.fillText).toHaveBeenCalledWith('3 · 65.0% ?', 20, 96);
      vi.clearAllMocks();
      await press('The marked die shows 5');
      expect(context.fillText.mock.calls.map(([label]: string[]) => label)).toEqual([
        '5 · 93.0%',
        '5 · by hand',
        '1 · 55.0% ?',
      ]);
      await press('The marked thing is no die to count');
      expect(screen.getByRole('img', { name: 'Boxes about 2 dice' })).toBeVisible();
    });

    test('may be no dice', async () => {
      const used = rolls(2);
      await opened(() => json(DOUBTFUL));
      await screen.findByText(/^2 dice are doubtful/);
      await press('The marked thing is no die to count');
      await press('The marked die shows 4');
      await press('Use these dice');
      expect(used).toEqual([[4, 5]]);
    });

    test('are also put right in the list', async () => {
      rolls(3);
      await opened(() => json(DOUBTFUL));
      await screen.findByText(/^2 dice are doubtful/);
      await press('Die 2 shows 1');
      await press('It shows 6');
      expect(screen.getByText(/^One die is doubtful/)).toBeVisible();
      await press('The marked die shows 3');
      expect(asking()).toBeNull();
      expect(screen.getByRole('button', { name: 'Use these dice' })).toBeEnabled();
    });
  });

  describe('that show symbols', () => {
    const SYMBOLS = {
      ...READ,
      analysis: {
        ...ANALYSIS,
        dice_result: {
          ...ANALYSIS.dice_result,
          detection_classes: [6, 3, 6],
          detection_seconds: [1, 5, 1],
          detection_symbols: [0, -1, 0],
          doubtful: [true, false, true],
        },
      },
    };
    const EXPLAIN = `/api/game/${GAME}/dice_symbols`;
    const explaining = async (answer: () => Response) => {
      const sent: unknown[] = [];
      serve({
        [CALL]: () => json(SYMBOLS),
        [PHOTO]: picture,
        [EXPLAIN]: async (_, call) => {
          sent.push(await call.json());
          return answer();
        },
        '/api/dice_symbols/1': (_, { method }) => {
          sent.push(method);
          return new Response(null, { status: 204 });
        },
      });
      showPanel(<DiceTray />, quiet);
      await press('View Dice Image');
      await screen.findByText(/^2 dice show the same symbol: tap the face that it stands for/);
      return sent;
    };
    const row = { id: 1, face: 1, explained: '2026-11-28T20:00:00Z', picture: 'data:image/png;base64,AAAA' };

    test('are asked about once for all of them, and the answer is remembered', async () => {
      const used = rolls(3);
      const sent = await explaining(() => json(row, 201));
      const asking = screen.getByRole('group', { name: 'What does the marked symbol stand for?' });
      expect(asking.parentElement?.querySelectorAll('.tray-asked')).toHaveLength(2);
      await press('The marked symbol stands for 1');
      expect(screen.queryByRole('group', { name: 'What does the marked symbol stand for?' })).toBeNull();
      expect(await screen.findByText(/^Remembered: this symbol counts as 1/)).toBeVisible();
      expect(sent).toEqual([{ image_id: 'p1', dice: [2, 0], face: 1 }]);
      await press('Use these dice');
      expect(used).toEqual([[3, 1, 1]]);
    });

    test('are forgotten again after a wrong tap', async () => {
      rolls(3);
      const sent = await explaining(() => json(row, 201));
      await press('The marked symbol stands for 1');
      await userEvent.click(await screen.findByRole('button', { name: 'Forget it' }));
      await waitFor(() => expect(screen.queryByText(/^Remembered/)).toBeNull());
      expect(sent).toEqual([{ image_id: 'p1', dice: [2, 0], face: 1 }, 'DELETE']);
    });

    test('count as said though the answer could not be remembered', async () => {
      const used = rolls(3);
      await explaining(() => json({ detail: 'What was read from this photo is not kept any more.' }, 409));
      await press('The marked symbol stands for 6');
      expect(await screen.findByText('What was read from this photo is not kept any more.')).toBeVisible();
      await press('Use these dice');
      expect(used).toEqual([[3, 6, 6]]);
    });

    test('are put right in the list one by one, for this roll alone', async () => {
      rolls(3);
      const sent = await explaining(() => json(row, 201));
      await press('Die 3 shows 6');
      await press('It shows 2');
      expect(screen.getByText(/^A die shows a symbol/)).toBeVisible();
      await press('The marked thing is no die to count');
      expect(screen.getByText(/^2 dice in the tray/)).toBeVisible();
      expect(sent).toEqual([]);
    });
  });

  test('wait for a roll where none is due', async () => {
    await opened(() => json(READ));
    expect(await screen.findByText('3 dice. No roll of yours is due now.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Use these dice' })).toBeNull();
  });

  test('go to the attack as dice that a camera saw', async () => {
    const bodies: unknown[] = [];
    const rolling = gameState({ phase: 'shooting', asked: request(['roll'], { stage: 'hit' }), roll: latest('hit') });
    serve({
      [CALL]: () => json(READ),
      [PHOTO]: picture,
      [`/api/game/${GAME}/shooting_phase/process_roll_stage`]: async (_, call) => {
        bodies.push(await call.json());
        return json(rolling);
      },
    });
    showPanel(
      <>
        <ShootingPanel />
        <DiceTray />
      </>,
      rolling,
    );
    await press('View Dice Image');
    await userEvent.click(await screen.findByRole('button', { name: 'Use these dice' }));
    await waitFor(() =>
      expect(bodies).toEqual([{ stage: 'hit', number: 7, dice: { faces: [3, 1, 5], source: 'camera' } }]),
    );
  });
});
