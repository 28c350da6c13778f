/** The look of a file field of the upload page. */
export const FILE_FIELD =
  'min-h-11 w-full min-w-0 text-sm text-soft file:mr-3 file:min-h-9 file:cursor-pointer file:rounded-sm file:border file:border-line-strong file:bg-raised file:px-3 file:text-ink coarse:file:min-h-11';
