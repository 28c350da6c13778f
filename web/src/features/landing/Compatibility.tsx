const FORMATS = [
  [
    'BattleScribe, New Recruit, 40k.app',
    'Reads their .ros, .rosz and .json files whole: units, weapons, points. Lists of Warhammer 40,000, 10th and 11th edition, can fight.',
  ],
  ['The same files for other games', 'Reads units, miniatures and points, and says why they cannot fight yet.'],
  [
    'Army Forge, Old World Builder, Rosterizer',
    'Reads units, miniatures and points of their shared lists and files, and of plain text exports.',
  ],
  ['Our own open rules', 'Two factions with sample armies, missions and tables, free for everybody.'],
] as const;

export function Compatibility() {
  return (
    <section id="compatibility" tabIndex={-1} className="band band-deep" aria-labelledby="compatibility-title">
      <div className="band-inner">
        <h2 id="compatibility-title" className="headline">
          Compatibility
        </h2>
        <div className="compat">
          <div className="compat-level">
            <h3 className="label text-lg text-lamp">Basic</h3>
            <p className="mt-2 text-lg">
              Basic compatibility tracks model movement for games with standard-looking miniatures.
            </p>
            <p className="mt-3 text-soft">
              Round bases, a flat table, a phone above it: where every model stood, how far it went, and a record to
              keep. You bring the rules.
            </p>
          </div>
          <div className="compat-level">
            <h3 className="label text-lg text-lamp">Advanced</h3>
            <p className="mt-2 text-lg">
              Advanced compatibility is there for one major sci-fi game and for one open rules set; more of their rules
              are being built in.
            </p>
            <p className="mt-3 text-soft">
              There the software knows the phases, the dice and the weapons of your own roster, and can take an army
              itself.
            </p>
          </div>
        </div>
        <dl className="formats">
          {FORMATS.map(([what, how]) => (
            <div key={what}>
              <dt className="font-semibold">{what}</dt>
              <dd className="text-soft">{how}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-6 max-w-3xl text-sm text-faint">
          These names say which files can be read, and nothing more. They belong to their owners, and Highground has no
          tie with them.
        </p>
      </div>
    </section>
  );
}
