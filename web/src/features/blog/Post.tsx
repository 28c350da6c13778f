import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { EmptyState, LinkButton } from '@/shared/ui';
import { Facts } from './Blog';
import './blog.css';
import { findPost, POSTS, type PostInfo } from './posts';

/** One post with its text, and the ways to the ones before and after it. */
export function Post({ slug, body }: { slug: string | undefined; body: ReactNode }) {
  const post = findPost(slug);
  if (!post) {
    return (
      <main className="public-page">
        <h1 className="poster">The blog</h1>
        <div className="mt-8">
          <EmptyState
            icon="list"
            title="There is no such post"
            text="The link may be mistyped, or the post has another name by now."
            action={
              <LinkButton to="/blog" tone="primary">
                All posts
              </LinkButton>
            }
          />
        </div>
      </main>
    );
  }
  return (
    <main className="public-page">
      <article>
        <header className="post-head">
          <Facts post={post} />
          <h1 className="poster post-title">{post.title}</h1>
          <div className="post-plate">
            <post.Plate label={`Drawing: ${post.title}`} />
          </div>
        </header>
        <div className="prose post-body">{body}</div>
      </article>
      <Neighbours post={post} />
    </main>
  );
}

function Neighbours({ post }: { post: PostInfo }) {
  const at = POSTS.indexOf(post);
  const ways = [
    ['Newer', POSTS[at - 1]],
    ['Older', POSTS[at + 1]],
  ] as const;
  return (
    <nav aria-label="More posts" className="neighbours">
      {ways.map(([word, other]) => (
        <div key={word}>
          {other && (
            <>
              <p className="label text-faint">{word}</p>
              <Link to={`/blog/${other.slug}`} className="inline-flex min-h-11 items-center text-lg hover:text-lamp">
                {other.title}
              </Link>
            </>
          )}
        </div>
      ))}
      <LinkButton to="/blog">All posts</LinkButton>
    </nav>
  );
}
