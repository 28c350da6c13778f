import { Terms } from '@/features/legal';

export function TermsPage() {
  return (
    <>
      <title>Terms of use · Highground</title>
      <Terms />
    </>
  );
}
