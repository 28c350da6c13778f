import { fields, isFields, list, number, text } from '@/shared/battle-log';

/** What was found on a photo: a box in pixels of the photo, and how sure that is (0 to 1). */
export interface Detection {
  box: readonly [number, number, number, number];
  score: number;
  /** Inches on the board, where the board was found. */
  location: readonly [x: number, y: number] | null;
  /** Inches across, of what is round. */
  diameter: number | null;
  /** Seen faintly: somebody should look at it. */
  doubtful?: boolean;
  /** Of an oval base: degrees clockwise from the right along which it lies, and inches from end to end. */
  turn?: number;
  length?: number;
  /** Hidden in this photo; the one taken just before shows it there. */
  remembered?: boolean;
}

export const DETECTED = ['model', 'transponder', 'objective', 'terrain', 'penny'] as const;
export type DetectedKind = (typeof DETECTED)[number];
export type Detected = Partial<Record<DetectedKind, readonly Detection[]>>;

/** A unit's transponder, and how many miniatures were taken for the unit's. */
export interface Assigned {
  transponder: string;
  unitName: string;
  unitUuid: string;
  /** Their numbers among what was found of the kind `model`. */
  models: readonly number[];
}

/** Where places of the board lie in the photo, in pixels: evenly spaced on the board, row by row from its upper left. */
export type PhotoGrid = readonly (readonly (readonly [x: number, y: number])[])[];

/** What was read from a photo of the table. */
export interface TableAnalysis {
  objects: Detected;
  counts: Readonly<Record<'models' | 'transponders' | 'objectives' | 'terrain', number>>;
  assigned: readonly Assigned[];
  /** What makes the reading unsure, and what to do about it. */
  problems: readonly string[];
  grid: PhotoGrid;
  imageUrl: string;
  debugImage: string;
  assignmentDebugImage: string;
  /** When it was read, as the server or this browser wrote it. */
  processedAt: string;
}

export const DICE = 'dice_detection';

const boxOf = (value: unknown): Detection['box'] => {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = list(value).map(Number);
  return [x0, y0, x1, y1];
};

function placeOf(value: unknown): Detection['location'] {
  const [x, y] = list(value).map(Number);
  return x !== undefined && y !== undefined && Number.isFinite(x) && Number.isFinite(y) ? [x, y] : null;
}

const detections = (value: unknown): Detection[] =>
  list(value)
    .filter(isFields)
    .map((each) => ({
      box: boxOf(each.box),
      score: number(each.score) ?? 0,
      location: placeOf(each.location),
      diameter: number(each.diameter),
      ...(each.doubtful === true && { doubtful: true }),
      ...lies(each),
      ...(each.remembered === true && { remembered: true }),
    }));

/** How an oval base lies; nothing for a round one. */
function lies(each: Record<string, unknown>): Pick<Detection, 'turn' | 'length'> {
  const [turn, length] = [number(each.turn), number(each.length)];
  return turn === null || length === null ? {} : { turn, length };
}

const gridOf = (value: unknown): PhotoGrid =>
  list(value).map((row) =>
    list(row).map((each) => {
      const [x = 0, y = 0] = list(each).map(Number);
      return [x, y] as const;
    }),
  );

function assigned(value: unknown): Assigned[] {
  return list(value)
    .filter(isFields)
    .map((each) => ({
      transponder: text(each.transponder),
      unitName: text(each.unit_name),
      unitUuid: text(each.unit_uuid),
      models: list(each.assignments).map((placed) => number(fields(placed).model) ?? -1),
    }));
}

/** An analysis of the table as the server sends it; null for what is none, and for one of dice. */
export function tableAnalysis(raw: unknown): TableAnalysis | null {
  if (!isFields(raw) || raw.analysis_type === DICE) return null;
  const [objects, counts] = [fields(raw.objects), fields(raw.detected_objects)];
  const count = (key: string): number => number(counts[key]) ?? 0;
  return {
    objects: Object.fromEntries(DETECTED.map((kind) => [kind, detections(objects[kind])])),
    counts: {
      models: count('models'),
      transponders: count('transponders'),
      objectives: count('objectives'),
      terrain: count('terrain'),
    },
    assigned: assigned(raw.assignments),
    problems: list(raw.problems)
      .filter(isFields)
      .map((each) => text(each.message))
      .filter(Boolean),
    grid: gridOf(raw.grid),
    imageUrl: text(raw.image_url),
    debugImage: text(raw.debug_image_path),
    assignmentDebugImage: text(raw.assignment_debug_image_path),
    processedAt: text(raw.processed_at),
  };
}

/** The id of the photo at an address of the server's. */
export const photoIdOf = (url: string): string => url.split('/').at(-1) ?? '';

const KEPT_UNDER = 'cameraAnalysisResults';

/** What this browser keeps: the latest analysis of one game's table, and beside it that of its dice tray. */
function kept(gameId: string): Readonly<Record<string, unknown>> {
  try {
    const raw: unknown = JSON.parse(localStorage.getItem(KEPT_UNDER) ?? 'null');
    return isFields(raw) && (raw.game_id ?? gameId) === gameId ? raw : {};
  } catch (error) {
    console.error('The kept camera analysis could not be read', error);
    return {};
  }
}

/** Keeps an analysis of the table or of the dice tray for the game, over a reload too. */
export function keepAnalysis(gameId: string, raw: Readonly<Record<string, unknown>>): void {
  const before = kept(gameId);
  const next =
    raw.analysis_type === DICE
      ? { ...before, game_id: gameId, dice: raw }
      : { ...raw, game_id: gameId, ...(before.dice !== undefined && { dice: before.dice }) };
  try {
    localStorage.setItem(KEPT_UNDER, JSON.stringify(next));
  } catch (error) {
    console.error('The camera analysis could not be kept', error);
  }
}

/** The game's analysis of the table that this browser keeps, if any. */
export function keptAnalysis(gameId: string): TableAnalysis | null {
  const raw = kept(gameId);
  return raw.objects || raw.detected_objects || raw.image_url ? tableAnalysis(raw) : null;
}
