import { LinkButton } from '@/shared/ui';
import { Contours } from './Contours';
import { ReplayFrame } from './ReplayFrame';

export function Hero() {
  return (
    <section className="hero" aria-labelledby="hero-title">
      <Contours />
      <div className="hero-inner">
        <div className="hero-words">
          <h1 id="hero-title" className="poster">
            Take the high ground.
          </h1>
          <p className="max-w-md text-[1.125rem] text-soft sm:text-lg">
            Highground runs tabletop miniature battles: it measures every move, keeps every die and writes the story
            afterwards.
          </p>
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/signup" tone="primary" size="large">
              Join And Play
            </LinkButton>
            <LinkButton to="/shared/demo/logs" size="large">
              Watch the demo battle
            </LinkButton>
          </div>
        </div>
        <ReplayFrame />
      </div>
    </section>
  );
}
