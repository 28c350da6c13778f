import { memo } from 'react';
import { Bases, Plate } from '@/shared/plates';

export const MountPlate = memo(function MountPlate() {
  return (
    <Plate>
      <path className="plate-cone" d="M176 44 74 164H278z" />
      <path className="plate-stroke" d="M96 178V34H176M84 178h24" />
      <path className="plate-thick" d="M160 34h32v10h-32z" />
      <path className="plate-terrain" d="M60 164H292V174H60z" />
      <Bases army="blue" at={[[150, 158]]} r={6} />
      <Bases army="red" at={[[214, 158]]} r={6} />
    </Plate>
  );
});

export const HolderPlate = memo(function HolderPlate() {
  return (
    <Plate>
      <path className="plate-stroke" d="M160 16V64" />
      <path className="plate-thick" d="M118 64h84v14h-84z" />
      <path className="plate-magnet" d="M128 84v10M144 84v10M160 84v10M176 84v10M192 84v10" />
      <path
        className="plate-phone"
        d="M92 104h136a8 8 0 0 1 8 8v20a8 8 0 0 1-8 8H92a8 8 0 0 1-8-8v-20a8 8 0 0 1 8-8z"
      />
      <circle className="plate-lens" cx="206" cy="140" r="7" />
      <path className="plate-cone" d="M206 146 160 200H252z" />
    </Plate>
  );
});

export const ObjectivesPlate = memo(function ObjectivesPlate() {
  return (
    <Plate>
      {[
        [84, 1],
        [160, 2],
        [236, 3],
      ].map(([x = 0, number]) => (
        <g key={number} transform={`translate(${x} 96)`}>
          <circle className="plate-objective" r="34" />
          <circle className="plate-paper" r="25" />
          <path className="plate-code" d="M-12-12h24v24h-24zM-7-7v6h6v-6zM1-7v4h5v-4zM-7 2v5h5v-5zM2 1v6h5v-6z" />
          <text className="plate-number" y="54" textAnchor="middle">
            {number}
          </text>
        </g>
      ))}
    </Plate>
  );
});

export const TranspondersPlate = memo(function TranspondersPlate() {
  return (
    <Plate>
      <Bases
        army="blue"
        at={[
          [206, 66],
          [236, 60],
          [220, 92],
          [250, 90],
          [202, 118],
          [236, 122],
        ]}
        r={12}
      />
      <g transform="rotate(-7 116 100)">
        <path className="plate-paper" d="M76 42h84v116H76z" />
        <path
          className="plate-code"
          fillRule="evenodd"
          d="M88 54h60v60H88zM98 64v14h14V64zM120 64v8h18v-8zM98 86v18h10V86zM118 82v10h8v-10zM130 92v12h8V92z"
        />
        <path className="plate-faint" d="M88 140h60" />
      </g>
    </Plate>
  );
});

export const DevicesPlate = memo(function DevicesPlate() {
  return (
    <Plate>
      <rect className="plate-phone" x="58" y="46" width="52" height="100" rx="7" />
      <circle className="plate-lens" cx="84" cy="62" r="5" />
      <path className="plate-faint" d="M70 84h28v40H70zM70 104h28" />
      <path className="plate-phone" d="M150 44h128v84H150zM136 142h156l-14-14H150z" />
      <path className="plate-faint" d="M162 56h72v60h-72zM244 58h22M244 70h22M244 82h14" />
      <Bases army="blue" at={[[184, 96]]} r={6} />
      <Bases army="red" at={[[210, 74]]} r={6} />
      <path className="plate-path" d="M112 94h34" />
    </Plate>
  );
});

export const TabletopPlate = memo(function TabletopPlate() {
  return (
    <Plate>
      <path className="plate-cone" d="M40 8 10 170H190zM280 8 130 170H310z" />
      <path className="plate-terrain" d="M74 84H246L296 168H24z" />
      <path className="plate-faint" d="M84 92H236L276 160H44z" />
      <circle className="plate-lens" cx="40" cy="10" r="7" />
      <circle className="plate-lens" cx="280" cy="10" r="7" />
      <path className="plate-hatched" d="M108 108h34v18h-34z" />
      <path className="plate-terrain" d="M108 108h34v18h-34zM190 126h40v18h-40z" />
    </Plate>
  );
});
