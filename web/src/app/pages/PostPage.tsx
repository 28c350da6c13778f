import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { findPost, Post } from '@/features/blog';

/** The text of the post in the address; nothing for one that is not there. */
export async function loadPost({ params }: LoaderFunctionArgs) {
  const post = findPost(params.slug);
  return { slug: params.slug, title: post?.title ?? 'Blog', body: post ? (await post.load()).body : null };
}

export function PostPage() {
  const { slug, title, body } = useLoaderData<typeof loadPost>();
  return (
    <>
      <title>{`${title} · Highground`}</title>
      <Post slug={slug} body={body} />
    </>
  );
}
