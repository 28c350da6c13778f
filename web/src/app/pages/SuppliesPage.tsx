import { Supplies } from '@/features/supplies';

export function SuppliesPage() {
  return (
    <>
      <title>Game Supplies · Highground</title>
      <Supplies />
    </>
  );
}
