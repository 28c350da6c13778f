const FORMATS = [
  ['Roster files of the common list builders', 'Read whole: units, weapons, points. Current editions of one major sci-fi game can fight.'],
  ['The same files for other games', 'Units, miniatures and points are listed, with the reason why they cannot fight yet.'],
  ['Text exports and shared lists', 'Units, miniatures and points.'],
  ['Our own open rules', 'Two factions with sample armies, missions and tables, free for everybody.'],
] as const;

export function Compatibility() {
  return (
    <section id="compatibility" tabIndex={-1} className="band band-deep" aria-labelledby="compatibility-title">
      <div className="band-inner">
        <h2 id="compatibility-title" className="headline">Compatibility</h2>
        <div className="compat">
          <div className="compat-level">
            <h3 className="label text-lg text-lamp">Basic</h3>
            <p className="mt-2 text-lg">Basic compatibility tracks model movement for games with standard-looking miniatures.</p>
            <p className="mt-3 text-soft">Round bases, a flat table, a phone above it: where every model stood, how far it went, and a record to keep. You bring the rules.</p>
          </div>
          <div className="compat-level">
            <h3 className="label text-lg text-lamp">Advanced</h3>
            <p className="mt-2 text-lg">Advanced compatibility is being built for one major sci-fi game and for one open rules set.</p>
            <p className="mt-3 text-soft">There the software knows the phases, the dice and the weapons of your own roster, and can take an army itself.</p>
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
      </div>
    </section>
  );
}
