/** What the short names of characteristics mean. */
export const CODES: Readonly<Record<string, string>> = {
  M: 'Move, in inches',
  T: 'Toughness',
  W: 'Wounds of a miniature',
  LD: 'Leadership: what two dice need against battle-shock',
  OC: 'Objective control of a miniature',
  Sv: 'Save: what a die needs against a wound',
  Inv: 'Invulnerable save, which armour penetration does not worsen',
  FNP: 'Feel no pain: what a die needs to ignore a lost wound',
  A: 'Attacks',
  BS: 'Ballistic skill: what a die needs to hit when shooting',
  WS: 'Weapon skill: what a die needs to hit in melee',
  S: 'Strength, against toughness',
  AP: 'Armour penetration, taken from the save',
  D: 'Damage of each wound that is not saved',
};
