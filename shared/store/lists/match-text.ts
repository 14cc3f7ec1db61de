/** A pattern that matches exactly this text, so a caller's input never becomes regular expression syntax. */
export function escapePattern(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Matches paths that are `folder` or below it. */
export function pathsWithin(folder: string) {
	return {$regex: `^${escapePattern(folder === '/' ? '' : folder)}(/|$)`};
}
