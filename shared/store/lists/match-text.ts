/** A pattern that matches exactly this text: nothing of a caller's ever becomes syntax. */
export function escapePattern(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Paths that are `folder` or lie below it. */
export function pathsWithin(folder: string) {
	return {$regex: `^${escapePattern(folder === '/' ? '' : folder)}(/|$)`};
}
