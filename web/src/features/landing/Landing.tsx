import { About } from './About';
import { Compatibility } from './Compatibility';
import { Features } from './Features';
import { Hero } from './Hero';
import './landing.css';
import { Newsletter } from './Newsletter';
import { Reports } from './Reports';

/** The front door: what this is, a battle that plays by itself, what it keeps, what it works with. */
export function Landing() {
  return (
    <main>
      <Hero />
      <Features />
      <About />
      <Reports />
      <Compatibility />
      <Newsletter />
    </main>
  );
}
