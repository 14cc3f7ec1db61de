/** The match of a sticky pattern that begins exactly here. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
	pattern.lastIndex = at;
	return pattern.exec(text);
}

/** Does a sticky pattern match exactly here? */
export function isAt(pattern: RegExp, text: string, at: number): boolean {
	return matchAt(pattern, text, at) !== null;
}
