import { LinkButton } from '@/shared/ui';
import { Promises } from './Promises';

interface PictureProps {
  name: string;
  alt: string;
  width: number;
  height: number;
}

/** A picture of the running app, taken in both themes by scripts/site-pictures.mjs. Its place has its size before it loads, whatever the file's is. */
function Picture({ name, alt, width, height }: PictureProps) {
  return (
    <>
      {(['dark', 'light'] as const).map((theme) => (
        <img
          key={theme}
          src={`/pictures/${name}-${theme}.webp`}
          alt={alt}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          data-theme-only={theme}
          style={{ aspectRatio: `${width} / ${height}` }}
        />
      ))}
    </>
  );
}

const CONTENTS = [
  ['Every action', 'Moves, shots, charges and tests in their order, each with what was measured and what was rolled.'],
  [
    'Match statistics',
    'Points round by round, damage dealt and taken, and how the dice fell compared with what was to be expected.',
  ],
  ['Honours', 'Achievements for the commander, awards for the units that turned the battle.'],
  ['Yours to share', 'A report is private until you share it. Then its link is enough, without an account.'],
] as const;

export function Reports() {
  return (
    <section id="battle-reports" tabIndex={-1} className="band" aria-labelledby="reports-title">
      <div className="band-inner">
        <div className="flex flex-wrap items-end justify-between gap-6">
          <div>
            <h2 id="reports-title" className="headline">
              Battle reports
            </h2>
            <p className="mt-3 max-w-2xl text-lg text-soft">
              When the last die has fallen the story is already written. Step through it, link to any moment, send it to
              everyone who was not there.
            </p>
          </div>
          <LinkButton to="/shared/demo/logs" size="large">
            Open the demo report
          </LinkButton>
        </div>
        <div className="report-wall">
          <figure className="report-main">
            <Picture
              name="report"
              width={1440}
              height={900}
              alt="A battle report: the board with both armies and an arrow from a shooting unit to its target, beside it the list of actions of the phase and both armies' points."
            />
            <figcaption>The whole table at every moment of the battle, and every action beside it.</figcaption>
          </figure>
          <figure className="report-phone">
            <Picture
              name="phone"
              width={390}
              height={780}
              alt="The same report on a phone: the board above, sliders for round, turn and phase below."
            />
            <figcaption>And on a phone, on the way home.</figcaption>
          </figure>
        </div>
        <div className="report-more">
          <figure className="report-dice">
            <Picture
              name="dice"
              width={776}
              height={474}
              alt="A dice table of one attack: for each die what it needed and what it showed, with marks for success and failure."
            />
            <figcaption>Each attack with all of its dice, from the hit to the wound that was lost.</figcaption>
          </figure>
          <Promises of={CONTENTS} />
        </div>
      </div>
    </section>
  );
}
