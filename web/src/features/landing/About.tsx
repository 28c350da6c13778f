import { Promises } from './Promises';

const PROMISES = [
  ['It says why', 'Every refusal names the rule, the measure and what would be legal.'],
  [
    'It can be checked',
    'Every die is made by the site and both players together: nobody can choose or foresee it, and anybody can check the log, die by die.',
  ],
  ['It is yours', 'You run it on your own machine. Your rosters, photos and battles stay there until you share them.'],
  ['It is open', 'The code is MIT, the rules that come with it are ours and in the public domain.'],
] as const;

export function About() {
  return (
    <section id="about-us" tabIndex={-1} className="band band-deep" aria-labelledby="about-title">
      <div className="band-inner about">
        <div>
          <h2 id="about-title" className="headline">
            About us
          </h2>
          <p className="about-lead">We like the game on the table better than the argument about it.</p>
          <div className="mt-5 flex max-w-xl flex-col gap-4 text-soft">
            <p>
              A battle between two painted armies takes an evening, and much of that evening goes into measuring,
              counting dice and looking things up. By next week nobody remembers in which round the flank gave way.
            </p>
            <p>
              So we build a quiet assistant: it knows the rules, holds the tape measure, counts the dice and writes
              everything down. It does not play the game for you, unless you are short of an opponent.
            </p>
          </div>
        </div>
        <Promises of={PROMISES} />
      </div>
    </section>
  );
}
