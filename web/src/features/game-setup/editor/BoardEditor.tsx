import { useState } from 'react';
import type { DrawnBoard } from '@/shared/api';
import { Button, Checkbox, Field, Input, Notice, Select } from '@/shared/ui';
import {
  add,
  addCorner,
  changeTerrain,
  nameOf,
  placesOf,
  remove,
  removeCorner,
  rename,
  sameItem,
  wallsAround,
  type Item,
} from './draft';
import { EditorMap } from './EditorMap';

/** How high the floors of a drawn piece lie, in inches. */
const FLOORS = [3, 6, 9];

interface BoardEditorProps {
  start: DrawnBoard;
  busy: boolean;
  problem: string | null;
  onSave: (board: DrawnBoard) => void;
  onClose: () => void;
}

/** The board as it is drawn now, and the way back to what it was. */
function useDrawing(start: DrawnBoard) {
  const [past, setPast] = useState<DrawnBoard[]>([]);
  const [board, setBoard] = useState(start);
  const change = (next: DrawnBoard) => {
    setPast((before) => [...before.slice(-99), board]);
    setBoard(next);
  };
  const back = () => {
    const last = past.at(-1);
    if (!last) return;
    setBoard(last);
    setPast(past.slice(0, -1));
  };
  return { board, change, back, changed: past.length > 0 };
}

/** A board of the game's own: terrain with names and flags, the two zones, the objectives. Nothing is kept until it is saved. */
export function BoardEditor({ start, busy, problem, onSave, onClose }: BoardEditorProps) {
  const { board, change, back, changed } = useDrawing(start);
  const [item, setItem] = useState<Item | null>(null);
  const [corner, setCorner] = useState<number | null>(null);
  const pick = (next: Item | null, at: number | null = null) => {
    setItem(next);
    setCorner(at);
  };
  const undo = () => {
    back();
    pick(null);
  };
  const added = (kind: 'terrain' | 'objective') => {
    const made = add(board, kind);
    change(made.board);
    pick(made.item);
  };
  return (
    <section aria-label="Board editor" className="flex min-w-0 flex-col gap-4">
      <Toolbar
        name={board.name ?? ''}
        onName={(name) => change({ ...board, name })}
        onUndo={changed ? undo : undefined}
        onAdd={added}
      />
      <EditorMap board={board} item={item} corner={corner} onPick={pick} onChange={change} />
      <p className="text-sm text-soft">
        Drag pieces and corners, or choose one with Tab and move it with the arrow keys, half an inch each.
      </p>
      <Pieces board={board} item={item} onPick={pick} />
      {item && (
        <ItemForm
          key={`${item.kind}${item.index}`}
          board={board}
          item={item}
          corner={corner}
          onChange={change}
          onRemove={() => {
            change(remove(board, item));
            pick(null);
          }}
          onCorner={setCorner}
        />
      )}
      {problem && <Notice text={problem} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button tone="primary" icon="check" busy={busy} onClick={() => onSave(board)}>
          Save board
        </Button>
      </div>
    </section>
  );
}

interface ToolbarProps {
  name: string;
  onName: (name: string) => void;
  /** Absent where nothing was changed. */
  onUndo: (() => void) | undefined;
  onAdd: (kind: 'terrain' | 'objective') => void;
}

function Toolbar({ name, onName, onUndo, onAdd }: ToolbarProps) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label="Board name" className="min-w-0 flex-1 basis-48">
        <Input value={name} maxLength={60} onChange={(event) => onName(event.target.value)} />
      </Field>
      <Button icon="undo" disabled={!onUndo} onClick={onUndo}>
        Undo
      </Button>
      <Button icon="plus" onClick={() => onAdd('terrain')}>
        Add terrain
      </Button>
      <Button icon="flag" onClick={() => onAdd('objective')}>
        Add objective
      </Button>
    </div>
  );
}

const KINDS = [
  ['zone', 'Zones'],
  ['terrain', 'Terrain'],
  ['objective', 'Objectives'],
] as const;

/** Everything on the board, by name. */
function Pieces({ board, item, onPick }: { board: DrawnBoard; item: Item | null; onPick: (item: Item) => void }) {
  return KINDS.map(([kind, title]) => {
    const list = kind === 'zone' ? board.zones : kind === 'terrain' ? board.terrain : board.objectives;
    return (
      <section key={kind} aria-label={title}>
        <h4 className="label mb-1 text-soft">
          {title} ({list.length})
        </h4>
        <ul className="flex flex-wrap gap-1.5">
          {list.map((each, index) => (
            <li key={index}>
              <Button
                aria-pressed={sameItem(item, { kind, index })}
                className={sameItem(item, { kind, index }) ? 'border-lamp' : ''}
                onClick={() => onPick({ kind, index })}>
                {each.name || `${kind} ${index + 1}`}
              </Button>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

interface ItemFormProps {
  board: DrawnBoard;
  item: Item;
  corner: number | null;
  onChange: (board: DrawnBoard) => void;
  onRemove: () => void;
  onCorner: (corner: number | null) => void;
}

function ItemForm({ board, item, corner, onChange, onRemove, onCorner }: ItemFormProps) {
  const count = placesOf(board, item).length;
  return (
    <div
      className="flex flex-col gap-3 border-l-2 border-lamp bg-well p-3"
      role="group"
      aria-label={nameOf(board, item) || 'Without a name'}>
      <Field label="Name">
        <Input
          value={nameOf(board, item)}
          maxLength={60}
          onChange={(event) => onChange(rename(board, item, event.target.value))}
        />
      </Field>
      {item.kind === 'terrain' && <TerrainFlags board={board} index={item.index} onChange={onChange} />}
      <div className="flex flex-wrap gap-2">
        {item.kind !== 'objective' && (
          <Button icon="plus" onClick={() => onChange(addCorner(board, item))}>
            Add a corner
          </Button>
        )}
        {item.kind !== 'objective' && (
          <Button
            icon="minus"
            disabled={corner === null || count <= 3}
            onClick={() => {
              if (corner !== null) onChange(removeCorner(board, item, corner));
              onCorner(null);
            }}>
            {corner === null ? 'Remove a corner' : `Remove corner ${corner + 1}`}
          </Button>
        )}
        {item.kind !== 'zone' && (
          <Button tone="danger" icon="trash" onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
    </div>
  );
}

function TerrainFlags({
  board,
  index,
  onChange,
}: {
  board: DrawnBoard;
  index: number;
  onChange: (board: DrawnBoard) => void;
}) {
  const piece = board.terrain[index];
  if (!piece) return null;
  return (
    <div className="flex flex-wrap items-end gap-4">
      <Field label="Height in inches" className="w-36">
        <Input
          type="number"
          min={0}
          max={12}
          step={0.5}
          value={piece.height ?? 2}
          onChange={(event) =>
            onChange(
              changeTerrain(board, index, { height: Math.min(12, Math.max(0, Number(event.target.value) || 0)) }),
            )
          }
        />
      </Field>
      <Field label="Upper floors" className="w-36">
        <Select
          value={piece.floors?.length ?? 0}
          onChange={(event) =>
            onChange(changeTerrain(board, index, { floors: FLOORS.slice(0, Number(event.target.value)) }))
          }>
          {['None', 'One', 'Two', 'Three'].map((label, count) => (
            <option key={label} value={count}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox
        label="Blocks sight"
        checked={piece.obscuring ?? false}
        onChange={(obscuring) => onChange(changeTerrain(board, index, { obscuring }))}
      />
      <Checkbox
        label="Walls on every side"
        checked={(piece.walls?.length ?? 0) >= piece.coordinates.length}
        onChange={(on) => onChange(changeTerrain(board, index, { walls: on ? wallsAround(piece) : [] }))}
      />
    </div>
  );
}
