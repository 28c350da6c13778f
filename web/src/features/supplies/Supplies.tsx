import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '@/shared/ui';
import { Downloads } from './Downloads';
import { DevicesPlate, HolderPlate, MountPlate, ObjectivesPlate, TabletopPlate, TranspondersPlate } from './plates';
import './supplies.css';

interface Item {
  title: string;
  text: string;
  plate: ReactNode;
  links: readonly (readonly [string, string])[];
}

const ITEMS: readonly Item[] = [
  {
    title: 'Camera mount or stand',
    plate: <MountPlate />,
    text: 'Holds the phone above the middle of the table and does not move between two photos. For a board of 60 by 44 inches most phones need 55 to 65 inches of height.',
    links: [['About tripods and stands', 'https://en.wikipedia.org/wiki/Tripod_(photography)']],
  },
  {
    title: 'Magnetic phone holder',
    plate: <HolderPlate />,
    text: 'So that the phone comes off for a call and goes back to exactly the same place. A clamp works too, if it does not sag.',
    links: [['Kinds of phone holders', 'https://en.wikipedia.org/wiki/Mobile_phone_accessories']],
  },
  {
    title: 'Objective markers',
    plate: <ObjectivesPlate />,
    text: 'Discs of 40 mm with a number and a code. As many as the mission has; print them below, on something that does not shine.',
    links: [['Weights of card', 'https://en.wikipedia.org/wiki/Card_stock']],
  },
  {
    title: 'Transponders',
    plate: <TranspondersPlate />,
    text: 'A printed card for each unit. It shows the camera which unit stands there; the miniatures themselves need no mark and no chip.',
    links: [['How such codes are read', 'https://docs.opencv.org/4.x/d5/dae/tutorial_aruco_detection.html']],
  },
  {
    title: 'Devices',
    plate: <DevicesPlate />,
    text: 'One phone for capture plus one device with a screen for input: a laptop, a tablet or a second phone. Both need nothing but a browser.',
    links: [
      ['Browsers that can use a camera', 'https://developer.mozilla.org/en-US/docs/Web/API/MediaDevices/getUserMedia'],
    ],
  },
  {
    title: 'Tabletop',
    plate: <TabletopPlate />,
    text: 'Flat, with consistent lighting from two sides. A neoprene mat is optional and welcome: it lies still and does not mirror the lamp.',
    links: [
      ['What neoprene is', 'https://en.wikipedia.org/wiki/Neoprene'],
      ['Soft light', 'https://en.wikipedia.org/wiki/Softbox'],
    ],
  },
];

export function Supplies() {
  return (
    <main className="public-page">
      <h1 className="poster">Game Supplies</h1>
      <p className="mt-5 max-w-2xl text-lg text-soft">
        Simulations and digital games need nothing but a browser. For a physical game on your own table these six things
        are required.
      </p>
      <ol className="supply-grid" aria-label="Required items">
        {ITEMS.map(({ title, text, plate, links }) => (
          <li key={title} className="supply">
            {plate}
            <div className="flex flex-1 flex-col gap-2 px-5 pt-4 pb-3">
              <h2 className="text-lg font-semibold">{title}</h2>
              <p className="text-soft">{text}</p>
              <p className="mt-auto flex flex-wrap gap-x-4">
                {links.map(([name, href]) => (
                  <a
                    key={href}
                    href={href}
                    rel="noreferrer"
                    className="inline-flex min-h-11 items-center gap-1.5 text-sm underline decoration-line-strong underline-offset-4 hover:text-lamp">
                    {name}
                    <Icon name="external" size={14} />
                  </a>
                ))}
              </p>
            </div>
          </li>
        ))}
      </ol>
      <section aria-labelledby="print-title" className="mt-20">
        <h2 id="print-title" className="headline">
          Print it yourself
        </h2>
        <p className="mt-3 max-w-2xl text-soft">
          Free to print, copy and change. Print at actual size, not fitted to the page, and measure the inch bar on the
          sheet.{' '}
          <Link
            to="/blog/cards-scissors-matt-paper"
            className="text-ink underline decoration-line-strong underline-offset-4 hover:text-lamp">
            How to make markers that last
          </Link>
        </p>
        <Downloads />
      </section>
    </main>
  );
}
