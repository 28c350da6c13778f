export * from './edges';
export * from './units';
