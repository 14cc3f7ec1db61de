/** The lease of whoever changes the files of a movie or series, for imports, scans and deletions to respect. */
export const titleLease = (titleId: string): string => `files-of-${titleId}`;
