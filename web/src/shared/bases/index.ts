export * from './shape';
export { BaseShape, Front } from './BaseShape';
