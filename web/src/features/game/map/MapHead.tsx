import { memo, useState } from 'react';
import { Button, Checkbox, IconButton, useMediaQuery } from '@/shared/ui';
import type { MapLayers } from '@/features/battle-map';
import { useStable } from '@/shared/useStable';
import { LINES, type Lines } from './lines';

/** What a click on the map does, beside selecting. */
export type Tool = 'ruler' | 'sight' | null;

export interface Shown {
  objectives: boolean;
  units: boolean;
  transponders: boolean;
  /** What was found on a physical game's photo. */
  boxes: boolean;
  /** The photo itself, under everything. */
  photo: boolean;
}

export const EVERYTHING: Shown = { objectives: true, units: true, transponders: true, boxes: true, photo: true };

/** Layers as the map takes them. Zones are loud while armies are set up. */
export const layersOf = ({ objectives, units, transponders }: Shown, zones: boolean, phase: string): MapLayers => ({
  terrain: true,
  zones,
  quietZones: phase !== 'deployment',
  hiddenArmies: [],
  objectives,
  units,
  transponders,
});

interface MapHeadProps {
  ranges: boolean;
  onRanges: () => void;
  shown: Shown;
  onShown: (shown: Shown) => void;
  /** Watched by a camera: there are bounding boxes. */
  physical: boolean;
  lines: Lines;
  onLines: (lines: Lines) => void;
  tool: Tool;
  onTool: (tool: Tool) => void;
  turned: boolean;
  onTurn: () => void;
  onKeys: () => void;
  /** The table is a list in words. */
  listed: boolean;
  onList: () => void;
  onNow: () => void;
  undo: React.ReactNode;
  /** The formations of the unit in hand, where they would cover the map. */
  formations?: React.ReactNode;
}

/** Over the map: what is drawn, and the tools that are there at any time. */
export function MapHead(props: MapHeadProps) {
  const { ranges, onRanges, tool, turned, listed, undo, formations, shown, onShown, physical, lines, onLines } = props;
  const wide = useMediaQuery('(min-width: 1440px)');
  const [open, setOpen] = useState(false);
  const onTool = useStable(props.onTool);
  const onTurn = useStable(props.onTurn);
  const onKeys = useStable(props.onKeys);
  const onList = useStable(props.onList);
  const onNow = useStable(props.onNow);
  const onOpen = useStable(() => setOpen(!open));
  const showing = (
    <>
      <Button onClick={onRanges}>{ranges ? 'Hide' : 'Show'} Ranges/LOS</Button>
      <Layers {...{ shown, onShown }} />
    </>
  );
  return (
    <header className="map-head">
      <h2 className="label text-base">Map Preview</h2>
      {wide && <div className="map-head-layers">{showing}</div>}
      <div className="map-head-row">
        {formations}
        <div className="map-head-tools" role="toolbar" aria-label="Table tools">
          <Tools {...{ tool, onTool, turned, onTurn, onKeys, listed, onList, onNow, wide, open, onOpen }} />
          {undo}
        </div>
      </div>
      {open && (
        <div className="map-head-fold">
          {!wide && showing}
          <Overlays {...{ lines, onLines, shown, onShown, physical }} />
        </div>
      )}
    </header>
  );
}

interface ToolsProps extends Pick<
  MapHeadProps,
  'tool' | 'onTool' | 'turned' | 'onTurn' | 'onKeys' | 'listed' | 'onList' | 'onNow'
> {
  wide: boolean;
  /** The layers are unfolded. */
  open: boolean;
  onOpen: () => void;
}

/** The same whatever happens in the battle, so that no state of it has them drawn again. */
const Tools = memo(function Tools(props: ToolsProps) {
  const { tool, onTool, turned, onTurn, onKeys, listed, onList, onNow, wide, open, onOpen } = props;
  return (
    <>
      <IconButton icon="target" label="What can I do now? (W)" onClick={onNow} />
      <IconButton
        icon="layers"
        label={wide ? 'Overlays' : 'Layers'}
        pressed={open}
        aria-expanded={open}
        onClick={onOpen}
      />
      <IconButton
        icon="ruler"
        label="Ruler (R)"
        pressed={tool === 'ruler'}
        onClick={() => onTool(tool === 'ruler' ? null : 'ruler')}
      />
      <IconButton
        icon="show"
        label="Sight from a place (S)"
        pressed={tool === 'sight'}
        onClick={() => onTool(tool === 'sight' ? null : 'sight')}
      />
      <IconButton icon="refresh" label="View from the other side (V)" pressed={turned} onClick={onTurn} />
      <IconButton icon="list" label="The table as a list (K)" pressed={listed} onClick={onList} />
      <IconButton icon="keys" label="Keys (?)" className="max-md:hidden" onClick={onKeys} />
    </>
  );
});

const LAYERS = [
  ['objectives', 'Objectives'],
  ['units', 'Units'],
  ['transponders', 'Transponders'],
] as const;

/** What a photo of the table adds; unfolded, since the head has room for one row. */
const OF_PHOTO = [
  ['boxes', 'Bounding Boxes'],
  ['photo', 'Photo of the table'],
] as const;

/** Not drawn again with each state of the game: React writes a checkbox again even if nothing changed. */
const Layers = memo(function Layers({ shown, onShown }: Pick<MapHeadProps, 'shown' | 'onShown'>) {
  return LAYERS.map(([key, label]) => (
    <Checkbox key={key} label={label} checked={shown[key]} onChange={(on) => onShown({ ...shown, [key]: on })} />
  ));
});

const Overlays = memo(function Overlays({
  lines,
  onLines,
  shown,
  onShown,
  physical,
}: Pick<MapHeadProps, 'lines' | 'onLines' | 'shown' | 'onShown' | 'physical'>) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="label text-soft">Overlays</legend>
      {LINES.map(([key, label]) => (
        <Checkbox key={key} label={label} checked={lines[key]} onChange={(on) => onLines({ ...lines, [key]: on })} />
      ))}
      {physical &&
        OF_PHOTO.map(([key, label]) => (
          <Checkbox key={key} label={label} checked={shown[key]} onChange={(on) => onShown({ ...shown, [key]: on })} />
        ))}
    </fieldset>
  );
});
