import type { ReactNode } from 'react';
import type { AwardRow, Statistics } from '@/shared/api';
import { isAward, isStatistics } from '@/shared/api/validators';
import type { BattleLog } from '@/shared/battle-log';
import { EmptyState, LinkButton } from '@/shared/ui';
import { Comparison } from './Comparison';
import { Damage } from './Damage';
import { Honours } from './Honours';
import { Luck } from './Luck';
import { Rounds } from './Rounds';
import { WinChance } from './WinChance';
import './statistics.css';

/** Figures of a battle, drawn: score, damage, luck, honours. */
export function MatchStatistics({ log }: { log: BattleLog }) {
  const { statistics, awards } = log.afterwards;
  const known = isStatistics(statistics) ? statistics : null;
  return (
    <section aria-label="Match statistics" className="statistics" tabIndex={0}>
      <div className="statistics-page">{known ? <Figures {...known} awards={awards.filter(isAward)} /> : <None />}</div>
    </section>
  );
}

type FiguresProps = Statistics & { awards: readonly AwardRow[] };

function Figures({ armies, units, dice, course, awards }: FiguresProps) {
  const [blue, red] = armies;
  if (!blue || !red) return <None />;
  return (
    <>
      <div className="statistics-pair">
        <Part title="The battle in figures">
          <Comparison blue={blue} red={red} />
        </Part>
        <Part title="Victory points by round">
          <Rounds armies={[blue, red]} />
        </Part>
      </div>
      {course && (
        <Part
          title="Chance to win"
          text="As the computer would have put it at the start of each turn's movement, from the score, the ground and what was left of the armies.">
          <WinChance course={course} armies={armies} />
        </Part>
      )}
      <Part
        title="Luck of the dice"
        text="Successes rolled against those to be expected, rerolls included. The band is one spread to either side: chance alone stays within it in two battles of three.">
        <Luck armies={[blue, red]} />
        {dice && <DiceCount {...dice} />}
      </Part>
      <Part
        title="Damage by unit"
        text="Wounds dealt to the enemy and taken, on one scale. Luck is what its attacks did, less the mean of the same attacks.">
        <Damage armies={[blue, red]} units={units} />
      </Part>
      <Part title="Honours">
        <Honours armies={[blue, red]} awards={awards} />
      </Part>
    </>
  );
}

/** Whose dice they were, as far as that is worth a word. */
function DiceCount({ dice, own, unwitnessed }: NonNullable<FiguresProps['dice']>) {
  const parts = [
    own > 0 && `${own} rolled by the players' own hands`,
    unwitnessed > 0 && `${unwitnessed} made without their witness`,
  ].filter(Boolean);
  return (
    <p className="mt-4 text-soft">
      <span className="figure">{dice}</span> dice fell in this battle
      {parts.length ? `, of these ${parts.join(', and ')}` : ''}.
    </p>
  );
}

function Part({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="statistics-part">
      <h2 className="label text-base">{title}</h2>
      {text && <p className="mt-1 max-w-3xl text-sm text-soft">{text}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}

function None() {
  return (
    <EmptyState
      icon="chart"
      title="No statistics for this battle"
      text="They are counted from a battle log, die by die. This battle was uploaded as a timeline, which does not hold what they take. Upload its battle log instead."
      action={
        <LinkButton tone="primary" icon="upload" to="/logs">
          Upload a battle log
        </LinkButton>
      }
    />
  );
}
