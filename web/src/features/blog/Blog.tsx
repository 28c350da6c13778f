import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Button, Field, Select } from '@/shared/ui';
import './blog.css';
import { CATEGORIES, dayOf, POSTS, type PostInfo } from './posts';

/** Posts in the grid at first, and how many more each press brings. */
const PAGE = 6;

/** The blog's front: the newest post large, the others by category, six at a time. It asks the server for nothing. */
export function Blog() {
  const [featured, ...others] = POSTS;
  return (
    <main className="public-page">
      <div className="blog-hero">
        <h1 className="poster">The blog</h1>
        <p className="max-w-md text-lg text-soft">
          Notes from the workshop: how things are measured, why dice can be believed, and what we have not solved yet.
        </p>
      </div>
      {featured && <Featured post={featured} />}
      <Shelf posts={others} />
    </main>
  );
}

function Featured({ post }: { post: PostInfo }) {
  return (
    <article className="featured" aria-labelledby="featured-title">
      <div className="featured-plate">
        <post.Plate label={`Drawing: ${post.title}`} />
      </div>
      <div className="flex flex-col justify-center gap-4 p-6 lg:p-10">
        <Facts post={post} />
        <h2 id="featured-title" className="headline">
          <Link to={`/blog/${post.slug}`} className="post-link">
            {post.title}
          </Link>
        </h2>
        <p className="text-lg text-soft">{post.description}</p>
        <span aria-hidden="true" className="label text-lamp">
          Read on
        </span>
      </div>
    </article>
  );
}

function Shelf({ posts }: { posts: readonly PostInfo[] }) {
  const [params, setParams] = useSearchParams();
  const category = CATEGORIES.find((each) => each === params.get('category'));
  const [shown, setShown] = useState(PAGE);
  const fitting = category ? posts.filter((each) => each.category === category) : posts;
  const visible = fitting.slice(0, shown);
  const choose = (value: string) => {
    setShown(PAGE);
    setParams(value ? { category: value } : {}, { replace: true });
  };
  return (
    <section className="mt-16" aria-labelledby="popular-title">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="popular-title" className="headline">
          Popular Post
        </h2>
        <Field label="Show by category" className="w-full sm:w-56">
          <Select value={category ?? ''} onChange={(event) => choose(event.target.value)}>
            <option value="">All categories</option>
            {CATEGORIES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        </Field>
      </div>
      <ul className="post-grid" aria-label="Posts">
        {visible.map((post) => (
          <li key={post.slug}>
            <Card post={post} />
          </li>
        ))}
      </ul>
      <p className="sr-only" role="status">{`${visible.length} of ${fitting.length} posts`}</p>
      {visible.length < fitting.length && (
        <div className="mt-10 flex justify-center">
          <Button size="large" onClick={() => setShown(shown + PAGE)}>
            Load More
          </Button>
        </div>
      )}
    </section>
  );
}

function Card({ post }: { post: PostInfo }) {
  return (
    <article className="post-card">
      <post.Plate label={`Drawing: ${post.title}`} />
      <div className="flex flex-1 flex-col gap-2 px-5 pt-4 pb-6">
        <Facts post={post} />
        <h3 className="text-lg leading-tight font-semibold">
          <Link to={`/blog/${post.slug}`} className="post-link">
            {post.title}
          </Link>
        </h3>
        <p className="text-soft">{post.description}</p>
      </div>
    </article>
  );
}

export function Facts({ post }: { post: PostInfo }) {
  return (
    <p className="label flex flex-wrap gap-x-4 text-faint">
      <span className="text-lamp">{post.category}</span>
      <time dateTime={post.date}>{dayOf(post.date)}</time>
    </p>
  );
}
