export { Blog } from './Blog';
export { Post } from './Post';
export { findPost } from './posts';
