import { Blog } from '@/features/blog';

export function BlogPage() {
  return (
    <>
      <title>Blog · Highground</title>
      <Blog />
    </>
  );
}
