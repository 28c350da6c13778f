import type { ReactNode } from 'react';
import { CameraPlate, CommanderPlate, DicePlate, MeasurePlate, RecordPlate, SightPlate } from './plates';

interface Feature {
  title: string;
  text: string;
  plate: ReactNode;
  wide?: boolean;
}

const FEATURES: readonly Feature[] = [
  {
    title: 'Measured, not guessed',
    wide: true,
    plate: <MeasurePlate />,
    text: 'Every distance runs from base edge to base edge, to a tenth of an inch. A move that is too long is refused, with the inch where it would have been legal.',
  },
  {
    title: 'Every die kept',
    plate: <DicePlate />,
    text: 'What it needed, what it showed, what changed it. Re-rolls keep the face they replaced.',
  },
  {
    title: 'Who sees what',
    plate: <SightPlate />,
    text: 'Lines of sight are drawn on the table before you shoot, with the cover that comes with them.',
  },
  {
    title: 'A commander who answers',
    plate: <CommanderPlate />,
    text: 'Play against a person, against the computer, or let two computers fight. Four temperaments, five strengths, and a reason for every order.',
  },
  {
    title: 'Your table, photographed',
    plate: <CameraPlate />,
    text: 'A phone on a mount photographs a table of real miniatures. Who moved is found in the picture and shown on the map; you accept it or put it right. The markers are yours to print.',
  },
  {
    title: 'The campaign remembers',
    wide: true,
    plate: <RecordPlate />,
    text: 'A report and match statistics after each battle, achievements for the commander, awards for the units that earned them.',
  },
];

export function Features() {
  return (
    <section className="band" aria-labelledby="features-title">
      <div className="band-inner">
        <h2 id="features-title" className="headline">
          An umpire that never looks away
        </h2>
        <p className="mt-3 max-w-2xl text-lg text-soft">
          Two armies, five rounds. Fight a quick simulation, a digital game on the map, or a physical game on your own
          table: the same rules, the same record.
        </p>
        <ul className="feature-grid">
          {FEATURES.map(({ title, text, plate, wide }) => (
            <li key={title} className="feature" data-wide={wide}>
              {plate}
              <div className="feature-words">
                <h3 className="text-lg font-semibold">{title}</h3>
                <p className="mt-1 text-soft">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
