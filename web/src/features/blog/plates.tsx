import { memo } from 'react';
import { Bases, Chip, Face, Plate } from '@/shared/plates';

interface Drawn {
  label?: string;
}

const EDGE: readonly (readonly [number, number])[] = [
  [52, 22],
  [152, 22],
  [252, 22],
  [252, 92],
  [252, 162],
  [152, 162],
  [52, 162],
  [52, 92],
];

export const TablePlate = memo(function TablePlate({ label }: Drawn) {
  return (
    <Plate label={label}>
      <path className="plate-terrain" d="M48 18H272V182H48z" />
      {EDGE.map(([x, y]) => (
        <g key={`${x} ${y}`}>
          <path className="plate-paper" d={`M${x} ${y}h16v16h-16z`} />
          <path className="plate-code" d={`M${x + 2} ${y + 2}h12v12h-12z`} />
        </g>
      ))}
      <path className="plate-hatched" d="M128 76h44v34h-44z" />
      <path className="plate-terrain" d="M128 76h44v34h-44z" />
      <Bases
        army="blue"
        at={[
          [88, 126],
          [102, 132],
          [90, 142],
          [110, 148],
        ]}
        r={6}
      />
      <Bases
        army="red"
        at={[
          [208, 62],
          [222, 70],
          [206, 76],
        ]}
        r={6}
      />
      <circle className="plate-ring" cx="98" cy="137" r="26" />
      <circle className="plate-ring" cx="212" cy="69" r="22" />
      <path className="plate-paper" d="M68 108h14v16H68z" />
      <path className="plate-code" d="M70 110h10v10H70z" />
    </Plate>
  );
});

const CHANCES = [0.7, 3.8, 10.2, 17.5, 21.2, 19.4, 13.8, 7.9, 3.7, 1.4];

export const LuckPlate = memo(function LuckPlate({ label }: Drawn) {
  return (
    <Plate label={label}>
      {CHANCES.map((chance, index) => (
        <rect
          key={index}
          className="plate-bar"
          data-lit={index === 2 || undefined}
          x={44 + index * 24}
          y={168 - chance * 6}
          width="17"
          height={chance * 6}
        />
      ))}
      <path className="plate-axis" d="M36 168H288" />
      <path className="plate-order" d="M156 26V168" />
      <Chip x={196} y={36} text="mean 4.4" width={72} />
    </Plate>
  );
});

export const InchPlate = memo(function InchPlate({ label }: Drawn) {
  return (
    <Plate label={label}>
      <circle className="plate-ring" data-far cx="104" cy="104" r="92" />
      <Bases army="blue" at={[[104, 104]]} r={46} />
      <Bases army="red" at={[[242, 104]]} r={46} />
      <path className="plate-measure" d="M150 104H196M150 94v20M196 94v20" />
      <Chip x={173} y={72} text="1.0″" />
    </Plate>
  );
});

const TERMS = [
  ['ground', 118],
  ['shooting', 74],
  ['danger', -46],
] as const;

export const ReasonsPlate = memo(function ReasonsPlate({ label }: Drawn) {
  return (
    <Plate label={label}>
      <path className="plate-axis" d="M136 26V150" />
      {TERMS.map(([term, worth], index) => (
        <g key={term}>
          <text
            className="plate-term"
            x={worth < 0 ? 144 : 126}
            y={54 + index * 40}
            textAnchor={worth < 0 ? 'start' : 'end'}>
            {term}
          </text>
          <rect
            className="plate-bar"
            data-lit={index === 0 || undefined}
            x={worth < 0 ? 136 + worth : 136}
            y={38 + index * 40}
            width={Math.abs(worth)}
            height="22"
          />
        </g>
      ))}
      <Bases
        army="red"
        at={[
          [52, 168],
          [68, 172],
          [40, 178],
        ]}
        r={7}
      />
      <path className="plate-order" d="M86 172C130 184 190 184 238 174" />
      <path className="plate-order-head" d="M244 172l-12-4 3 11z" />
      <circle className="plate-objective" cx="268" cy="166" r="18" />
    </Plate>
  );
});

/** Won, lost, drawn: a batch with about as many of each side's wins as two even armies have. */
const outcome = (index: number): string =>
  index % 19 === 7 ? 'none' : (index * 37 + Math.floor(index / 7) * 5) % 11 < 6 ? 'blue' : 'red';

export const BatchPlate = memo(function BatchPlate({ label }: Drawn) {
  return (
    <Plate label={label}>
      {Array.from({ length: 200 }, (_, index) => (
        <rect
          key={index}
          className="plate-battle"
          data-army={outcome(index)}
          x={20 + (index % 20) * 14.2}
          y={30 + Math.floor(index / 20) * 14.2}
          width="10"
          height="10"
          rx={outcome(index) === 'red' ? 0 : 5}
        />
      ))}
    </Plate>
  );
});

export const CardsPlate = memo(function CardsPlate({ label }: Drawn) {
  return (
    <Plate label={label}>
      <path className="plate-paper" d="M70 10H250V240H70z" />
      {[0, 1, 2, 3, 4, 5].map((index) => {
        const [x, y] = [84 + (index % 3) * 54, 26 + Math.floor(index / 3) * 80];
        return (
          <g key={index}>
            <path
              className="plate-code"
              fillRule="evenodd"
              d={`M${x} ${y}h42v42h-42zM${x + 8} ${y + 8}v${8 + (index % 3) * 5}h9v${-8 - (index % 3) * 5}zM${x + 22} ${y + 18 - (index % 2) * 8}v8h12v-8zM${x + 12} ${y + 28}v6h${10 + (index % 2) * 10}v-6z`}
            />
            <path className="plate-cut" d={`M${x - 6} ${y - 6}h54v72h-54z`} />
            <path className="plate-faint" d={`M${x} ${y + 56}h42`} />
          </g>
        );
      })}
      <path className="plate-measure" d="M204 178H246M204 172v12M246 172v12" />
    </Plate>
  );
});

export const SeedPlate = memo(function SeedPlate({ label }: Drawn) {
  return (
    <Plate label={label}>
      {Array.from({ length: 112 }, (_, index) => (
        <rect
          key={index}
          className="plate-bit"
          data-on={(index * index * 7 + index * 13) % 5 < 2 || undefined}
          x={24 + (index % 28) * 10}
          y={24 + Math.floor(index / 28) * 12}
          width="7"
          height="9"
        />
      ))}
      <path className="plate-thought" d="M84 76V108M160 76V108M236 76V108" />
      <Face x={84} y={134} face={5} won />
      <Face x={160} y={134} face={2} won={false} />
      <Face x={236} y={134} face={6} won />
    </Plate>
  );
});

export const ReportPlate = memo(function ReportPlate({ label }: Drawn) {
  return (
    <Plate label={label}>
      {Array.from({ length: 30 }, (_, index) => (
        <rect
          key={index}
          className="plate-bar"
          data-lit={index === 17 || undefined}
          x={22 + index * 9.3}
          y={172 - ((index * 29) % 41) - (index === 17 ? 34 : 6)}
          width="6"
          height={((index * 29) % 41) + (index === 17 ? 34 : 6)}
        />
      ))}
      <path className="plate-line" data-army="blue" d="M22 128H76V116H132V98H184V58H242V40H300" />
      <path className="plate-line" data-army="red" d="M22 134H76V120H132V88H184V78H242V70H300" />
      <path className="plate-order" d="M184 20V172" />
      <path className="plate-order-head" d="M177 14h14l-7 10z" />
    </Plate>
  );
});

export const CoverPlate = memo(function CoverPlate({ label }: Drawn) {
  return (
    <Plate label={label}>
      <path className="plate-thought" d="M66 100H196M66 92 190 52M66 108 190 150" />
      <path className="plate-hatched" d="M176 30h30v140h-30z" />
      <path className="plate-terrain" d="M176 30h30v140h-30z" />
      <Bases
        army="red"
        at={[
          [48, 84],
          [48, 116],
          [30, 100],
        ]}
        r={11}
      />
      <Bases
        army="blue"
        at={[
          [228, 56],
          [232, 88],
          [228, 120],
          [230, 152],
        ]}
        r={11}
      />
      <Chip x={276} y={104} text="+1" width={40} />
    </Plate>
  );
});

export const RosterPlate = memo(function RosterPlate({ label }: Drawn) {
  return (
    <Plate label={label}>
      <path className="plate-paper" d="M46 18H150V190H46z" />
      <path
        className="plate-write"
        d="M60 40h58M60 58h74M72 72h50M72 86h44M60 106h66M72 120h54M72 134h30M60 154h48M60 168h70"
      />
      <path className="plate-order" d="M160 104h32" />
      <path className="plate-order-head" d="M200 104l-11-6v12z" />
      <Bases
        army="blue"
        at={[
          [226, 62],
          [250, 62],
          [274, 62],
          [226, 86],
          [250, 86],
          [226, 138],
          [258, 138],
        ]}
        r={9}
      />
      <circle className="plate-question" cx="286" cy="138" r="9" />
      <text className="plate-number" x="286" y="143" textAnchor="middle">
        ?
      </text>
    </Plate>
  );
});
