import type { UnitState } from '@/shared/api';

/** Keywords that say what sort of unit it is, in the order in which they are said. */
const KINDS = [
  'character',
  'battleline',
  'infantry',
  'beast',
  'swarm',
  'mounted',
  'monster',
  'vehicle',
  'walker',
  'fortification',
  'aircraft',
  'fly',
  'transport',
  'dedicated transport',
];
/** Abilities that matter for where, or whether, a unit is set up. */
const RULES = /^(infiltrators|scouts\b.*|deep strike|stealth|lone operative|leader)$/i;

export interface DeployFacts {
  /** "5 miniatures · 6″ · 90 points" */
  figures: string;
  /** "Battleline, Infantry" */
  kind: string;
  rules: readonly string[];
}

const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();

/** What one wants to know of a unit before it is set up. */
export function deployFacts(unit: UnitState): DeployFacts {
  const count = unit.alive_count;
  const known = unit.keywords.map((each) => each.toLowerCase());
  const rules = [...unit.abilities.map((each) => each.name), ...unit.keywords].filter((name) => RULES.test(name));
  return {
    figures: [
      count === 1 ? '1 miniature' : `${count} miniatures`,
      `moves ${unit.movement}″`,
      `${unit.points} ${unit.points === 1 ? 'point' : 'points'}`,
    ].join(' · '),
    kind: KINDS.filter((kind) => known.includes(kind))
      .map(titled)
      .join(', '),
    rules: [...new Set(rules.map(titled))],
  };
}
