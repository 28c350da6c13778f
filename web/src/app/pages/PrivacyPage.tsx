import { Privacy } from '@/features/legal';

export function PrivacyPage() {
  return (
    <>
      <title>Privacy · Highground</title>
      <Privacy />
    </>
  );
}
