export { Blog } from './Blog';
export { Post } from './Post';
export { findPost, type PostInfo } from './posts';
