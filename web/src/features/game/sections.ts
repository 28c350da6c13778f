import type { GameState } from '@/shared/api';
import { lazy, type ComponentType } from 'react';
import type { IconName } from '@/shared/ui';

export type SectionId =
  | 'battlefield'
  | 'army-1'
  | 'army-2'
  | 'stratagems'
  | 'abilities'
  | 'castable'
  | 'effects'
  | 'summary'
  | 'history'
  | 'logs'
  | 'score'
  | 'settings';

/** The sections by what they are about, in the navigation's order. */
export const GROUPS = ['table', 'armies', 'rules', 'record', 'settings'] as const;
export type Group = (typeof GROUPS)[number];

export interface Section {
  id: SectionId;
  title: (state: GameState) => string;
  icon: IconName;
  /** What it belongs with in the navigation. */
  group: Group;
  /** What stands beside the map in this section; the battlefield shows the phase's panel. */
  Panel: ComponentType;
  /** It takes the map's place too. */
  wide?: boolean;
  /** On a phone it does so as well: it is long, and nothing in it is about a place on the map. */
  read?: boolean;
}

const armyName = (state: GameState, index: 0 | 1): string => state.game_model.armies[index].name || `Army ${index + 1}`;

// While the battle itself is loaded, so is what stands beside it; where that fails it is tried again when it is shown.
void import('./panels/PhasePanel').catch(() => null);

const BATTLEFIELD: Section = {
  id: 'battlefield',
  group: 'table',
  title: () => 'Battlefield',
  icon: 'target',
  Panel: lazy(async () => ({ default: (await import('./panels/PhasePanel')).PhasePanel })),
};

/** The side navigation's sections, in order. */
const SECTIONS: readonly Section[] = [
  BATTLEFIELD,
  {
    id: 'army-1',
    group: 'armies',
    title: (state) => armyName(state, 0),
    icon: 'flag',
    Panel: lazy(async () => ({ default: (await import('./panels/ArmyPanel')).FirstArmy })),
  },
  {
    id: 'army-2',
    group: 'armies',
    title: (state) => armyName(state, 1),
    icon: 'flag',
    Panel: lazy(async () => ({ default: (await import('./panels/ArmyPanel')).SecondArmy })),
  },
  {
    id: 'stratagems',
    group: 'rules',
    title: () => 'Stratagems',
    icon: 'flag',
    read: true,
    Panel: lazy(async () => ({ default: (await import('./panels/StratagemsPanel')).StratagemsPanel })),
  },
  {
    id: 'abilities',
    group: 'rules',
    title: () => 'Abilities',
    icon: 'shock',
    read: true,
    Panel: lazy(async () => ({ default: (await import('./panels/AbilitiesPanel')).AbilitiesPanel })),
  },
  {
    id: 'castable',
    group: 'rules',
    title: () => 'Castable Abilities',
    icon: 'play',
    read: true,
    Panel: lazy(async () => ({ default: (await import('./panels/CastablePanel')).CastablePanel })),
  },
  {
    id: 'effects',
    group: 'rules',
    title: () => 'Effects',
    icon: 'layers',
    read: true,
    Panel: lazy(async () => ({ default: (await import('./panels/EffectsPanel')).EffectsPanel })),
  },
  {
    id: 'summary',
    group: 'record',
    title: () => 'Summary',
    icon: 'battle',
    read: true,
    Panel: lazy(async () => ({ default: (await import('./panels/SummaryPanel')).SummaryPanel })),
  },
  {
    id: 'history',
    group: 'record',
    title: () => 'History',
    icon: 'clock',
    wide: true,
    Panel: lazy(async () => ({ default: (await import('./panels/HistoryPanel')).HistoryPanel })),
  },
  {
    id: 'logs',
    group: 'record',
    title: () => 'Logs',
    icon: 'list',
    read: true,
    Panel: lazy(async () => ({ default: (await import('./panels/LogsPanel')).LogsPanel })),
  },
  {
    id: 'score',
    group: 'record',
    title: () => 'Score Sheet',
    icon: 'trophy',
    wide: true,
    Panel: lazy(async () => ({ default: (await import('./score/ScorePanel')).ScorePanel })),
  },
  {
    id: 'settings',
    group: 'settings',
    title: () => 'Settings',
    icon: 'settings',
    read: true,
    Panel: lazy(async () => ({ default: (await import('./panels/SettingsPanel')).SettingsPanel })),
  },
];

/** What commands an army is not for those who watch. */
const COMMANDS: readonly SectionId[] = ['stratagems', 'abilities', 'castable', 'settings'];
const WATCHED: Section = {
  ...BATTLEFIELD,
  Panel: lazy(async () => ({ default: (await import('./shell/WatchPanel')).WatchPanel })),
};
const FOR_WATCHERS = [WATCHED, ...SECTIONS.filter(({ id }) => id !== 'battlefield' && !COMMANDS.includes(id))];

/** The sections of a player, or of somebody who only watches. */
export const sectionsFor = (watching: boolean): readonly Section[] => (watching ? FOR_WATCHERS : SECTIONS);

/** The section by its name in the address; the battlefield for an unknown name. */
export const sectionNamed = (name: string): SectionId => SECTIONS.find(({ id }) => id === name)?.id ?? 'battlefield';

/** The section among those that somebody has; the first of them where they do not have it. */
export const sectionOf = (sections: readonly Section[], id: SectionId): Section =>
  sections.find((each) => each.id === id) ?? sections[0] ?? BATTLEFIELD;
