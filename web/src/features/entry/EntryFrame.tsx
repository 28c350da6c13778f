import type { ReactNode } from 'react';
import './entry.css';
import { Plate } from './Plate';

interface EntryFrameProps {
  title: string;
  text?: ReactNode;
  /** Under the form, behind a hairline: the other ways. */
  foot?: ReactNode;
  children: ReactNode;
}

/** The pages at the door (login, sign-up, password): the form beside a sheet of the map. */
export function EntryFrame({ title, text, foot, children }: EntryFrameProps) {
  return (
    <main className="entry">
      <title>{`${title} · Highground`}</title>
      <div className="entry-form">
        <h1 className="text-xl leading-tight font-semibold text-balance">{title}</h1>
        {text && <p className="mt-2 text-soft">{text}</p>}
        <div className="mt-6 flex flex-col gap-5">{children}</div>
        {foot && <div className="mt-6 border-t border-line pt-4 text-soft">{foot}</div>}
      </div>
      <div className="entry-plate">
        <Plate />
      </div>
    </main>
  );
}
