import { Landing } from '@/features/landing';

export function LandingPage() {
  return (
    <>
      <title>Highground: tabletop battles, measured and remembered</title>
      <Landing />
    </>
  );
}
