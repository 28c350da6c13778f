import { useEffect, useState, type RefObject } from 'react';
import type { TraySelection } from '@/features/table-camera';
import type { BoardMarker } from './aiming/markers';

interface PreviewProps {
  ref: RefObject<HTMLVideoElement | null>;
  stream: MediaStream | null;
  /** The dice tray's rectangle, as the table last sent it. */
  tray: TraySelection | null;
  /** Markers of the board that are seen, their corners as parts of the picture. */
  markers: readonly BoardMarker[];
}

/** What the camera sees, whole, with the dice tray's rectangle over it. */
export function Preview({ ref, stream, tray, markers }: PreviewProps) {
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (ref.current) ref.current.srcObject = stream;
  }, [ref, stream]);
  return (
    <div className="relative size-full bg-black">
      <video
        ref={ref}
        autoPlay
        muted
        playsInline
        aria-label="What the camera sees"
        className="absolute inset-0 size-full object-contain"
        onResize={({ currentTarget: { videoWidth, videoHeight } }) =>
          setSize({ width: videoWidth, height: videoHeight })
        }
      />
      {!stream && <p className="absolute inset-0 grid place-items-center text-white">Opening the camera</p>}
      {stream && width > 0 && (tray !== null || markers.length > 0) && (
        <svg
          className="pointer-events-none absolute inset-0 size-full"
          viewBox={`0 0 ${String(width)} ${String(height)}`}
          aria-hidden="true">
          {tray &&
            LOOKS.map((look) => (
              <rect key={look} className={look} {...rectangle(tray, width, height)} vectorEffect="non-scaling-stroke" />
            ))}
          {markers.map((marker) => (
            <SeenMarker key={marker.number} marker={marker} width={width} height={height} />
          ))}
        </svg>
      )}
    </div>
  );
}

const LOOKS = ['phone-camera-tray-ground', 'phone-camera-tray'] as const;

function SeenMarker({ marker, width, height }: { marker: BoardMarker; width: number; height: number }) {
  const corners = marker.corners.map(([x, y]) => [x * width, y * height] as const);
  const [x, y] = corners[0] ?? [0, 0];
  return (
    <>
      {LOOKS.map((look) => (
        <polygon
          key={look}
          className={look}
          points={corners.map((corner) => corner.join(',')).join(' ')}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <text className="phone-camera-marker" x={x} y={y} dy="-0.3em" fontSize={Math.max(width, height) / 40}>
        {`B${String(marker.number)}`}
      </text>
    </>
  );
}

const rectangle = ({ startX, startY, endX, endY }: TraySelection, width: number, height: number) => ({
  x: Math.min(startX, endX) * width,
  y: Math.min(startY, endY) * height,
  width: Math.abs(endX - startX) * width,
  height: Math.abs(endY - startY) * height,
});
