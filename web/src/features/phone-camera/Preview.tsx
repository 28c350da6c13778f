import { useEffect, useState, type RefObject } from 'react';
import type { TraySelection } from '@/features/table-camera';

interface PreviewProps {
  ref: RefObject<HTMLVideoElement | null>;
  stream: MediaStream | null;
  /** The dice tray's rectangle, as the table last sent it. */
  tray: TraySelection | null;
}

/** What the camera sees, whole, with the dice tray's rectangle over it. */
export function Preview({ ref, stream, tray }: PreviewProps) {
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
      {stream && tray && width > 0 && (
        <svg
          className="pointer-events-none absolute inset-0 size-full"
          viewBox={`0 0 ${String(width)} ${String(height)}`}
          aria-hidden="true">
          {['phone-camera-tray-ground', 'phone-camera-tray'].map((look) => (
            <rect key={look} className={look} {...rectangle(tray, width, height)} vectorEffect="non-scaling-stroke" />
          ))}
        </svg>
      )}
    </div>
  );
}

const rectangle = ({ startX, startY, endX, endY }: TraySelection, width: number, height: number) => ({
  x: Math.min(startX, endX) * width,
  y: Math.min(startY, endY) * height,
  width: Math.abs(endX - startX) * width,
  height: Math.abs(endY - startY) * height,
});
