import { memo } from 'react';
import { Bases, Chip, Face, Plate } from '@/shared/plates';

export const MeasurePlate = memo(function MeasurePlate() {
  return (
    <Plate wide>
      <path className="plate-hatched" d="M452 36h96v64h-96z" />
      <path className="plate-terrain" d="M452 36h96v64h-96z" />
      <circle className="plate-ring" cx="170" cy="112" r="66" />
      <circle className="plate-ring" data-far cx="170" cy="112" r="118" />
      <Bases
        army="blue"
        at={[
          [158, 100],
          [184, 104],
          [168, 126],
          [146, 124],
        ]}
      />
      <path
        className="plate-ghost"
        d="M300 92a10 10 0 1 0 .1 0M326 96a10 10 0 1 0 .1 0M310 118a10 10 0 1 0 .1 0M288 116a10 10 0 1 0 .1 0"
      />
      <path className="plate-path" d="M196 110 C 220 106 240 106 272 108" />
      <Bases
        army="red"
        at={[
          [470, 138],
          [494, 150],
          [472, 164],
          [516, 132],
        ]}
      />
      <path className="plate-measure" d="M336 112 460 140M336 104v16M460 132v16" />
      <Chip x={238} y={86} text="6.0″" />
      <Chip x={398} y={106} text="6.2″" />
    </Plate>
  );
});

export const DicePlate = memo(function DicePlate() {
  return (
    <Plate>
      <Chip x={56} y={64} text="Hit 3+" width={66} />
      <Face x={122} y={64} face={5} won />
      <Face x={172} y={64} face={3} won />
      <Face x={222} y={64} face={2} won={false} struck />
      <Face x={272} y={64} face={6} won />
      <Chip x={56} y={134} text="Wound 4+" width={78} />
      <Face x={122} y={134} face={4} won />
      <Face x={172} y={134} face={1} won={false} />
      <Face x={222} y={134} face={6} won />
    </Plate>
  );
});

export const SightPlate = memo(function SightPlate() {
  return (
    <Plate>
      <path className="plate-clear" d="M60 150 300-20H-20z" />
      <path className="plate-clear" d="M60 150 340 142V230H40z" />
      <path className="plate-blind" d="M60 150 142 92 340-50V140z" />
      <path className="plate-hatched" d="M142 60h64v76h-64z" />
      <path className="plate-terrain" d="M142 60h64v76h-64z" />
      <Bases army="blue" at={[[60, 150]]} r={13} />
      <Bases
        army="red"
        at={[
          [262, 78],
          [284, 90],
        ]}
      />
      <Bases
        army="red"
        at={[
          [246, 170],
          [270, 166],
          [258, 188],
        ]}
      />
    </Plate>
  );
});

export const CommanderPlate = memo(function CommanderPlate() {
  return (
    <Plate>
      <circle className="plate-objective" cx="236" cy="58" r="26" />
      <text className="plate-number" x="236" y="63" textAnchor="middle">
        1
      </text>
      <circle className="plate-objective" cx="252" cy="152" r="26" />
      <text className="plate-number" x="252" y="157" textAnchor="middle">
        2
      </text>
      <path className="plate-thought" d="M84 104C130 120 170 140 220 150" />
      <path className="plate-thought" d="M82 92C90 60 100 40 130 22" />
      <path className="plate-order" d="M88 98C130 88 168 76 206 64" />
      <path className="plate-order-head" d="M212 62l-13-3 5 11z" />
      <Bases
        army="red"
        at={[
          [60, 92],
          [74, 108],
          [52, 112],
        ]}
      />
      <Bases
        army="blue"
        at={[
          [290, 104],
          [300, 124],
        ]}
      />
      <Chip x={140} y={62} text="hold 1" width={62} />
    </Plate>
  );
});

export const CameraPlate = memo(function CameraPlate() {
  return (
    <Plate>
      <path className="plate-cone" d="M160 12 44 176H276z" />
      <path className="plate-terrain" d="M72 116H248L276 176H44z" />
      {[
        [78, 120],
        [232, 120],
        [56, 162],
        [252, 162],
      ].map(([x, y]) => (
        <path key={`${x} ${y}`} className="plate-marker" d={`M${x} ${y}h12v10h-12z`} />
      ))}
      <rect className="plate-phone" x="136" y="4" width="48" height="18" rx="4" />
      <circle className="plate-lens" cx="160" cy="13" r="4" />
      <Bases
        army="blue"
        at={[
          [120, 140],
          [136, 146],
        ]}
        r={6}
      />
      <Bases
        army="red"
        at={[
          [186, 150],
          [204, 144],
        ]}
        r={6}
      />
    </Plate>
  );
});

export const RecordPlate = memo(function RecordPlate() {
  return (
    <Plate wide>
      <path className="plate-axis" d="M80 24V160H560" />
      <path className="plate-line" data-army="blue" d="M80 160H160V138H240V112H320V90H400V64H480V48H560" />
      <path className="plate-line" data-army="red" d="M80 160H160V150H240V124H320V118H400V84H480V72H560" />
      {['1', '2', '3', '4', '5'].map((round, index) => (
        <text
          key={round}
          className="plate-tick"
          x={120 + index * 90}
          y="180"
          textAnchor="middle">{`Round ${round}`}</text>
      ))}
      <path className="plate-medal" d="M586 36l9 18 20 3-14 14 3 20-18-9-18 9 3-20-14-14 20-3z" />
    </Plate>
  );
});
