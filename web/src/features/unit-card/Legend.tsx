import { CODES } from './codes';

/** What the letters of the tables mean, where no pointer can rest on them. */
export const Legend = () => (
  <details className="group hidden coarse:block">
    <summary className="label flex min-h-11 cursor-pointer items-center gap-2 rounded-sm text-soft">
      <span aria-hidden="true" className="transition-transform duration-(--swift) group-open:rotate-90">
        ▸
      </span>
      What the letters mean
    </summary>
    <dl className="grid grid-cols-[3rem_1fr] gap-x-2 gap-y-1 py-2 text-sm">
      {Object.entries(CODES).map(([code, words]) => (
        <div key={code} className="contents">
          <dt className="text-soft">{code}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  </details>
);
