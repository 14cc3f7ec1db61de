/** Brackets in brackets that are followed. Titles of releases have two. */
const depth = 6;

/** `(?<open>\()` or `(?'open'\()`, or `\((?<open>)`, which is the same. */
const opening =
	/(?:\(\?(?:<([A-Za-z]\w*)>|'([A-Za-z]\w*)')(\\?[^\\()\w])\)|(\\?[^\\()\w]|\\[()])\(\?(?:<([A-Za-z]\w*)>|'([A-Za-z]\w*)')\))|\(\?(?:<([A-Za-z]\w*)>|'([A-Za-z]\w*)')(\\[()])\)/;
const closing = /\(\?(?:<\w*-(\w+)>|'\w*-(\w+)')(\\?[^\\()\w]|\\[()])?\)/;

/**
 * .NET can count brackets: a group that is pushed for each opening one, popped for each closing one, and must be
 * empty in the end. JavaScript cannot, so the idiom is written out for a few levels. All else stays as it is.
 */
export function expandBalanced(pattern: string): string {
	const test = /\(\?\((\w+)\)\(\?!\)\)/.exec(pattern);
	if (!test) {
		return pattern;
	}
	const end = test.index;
	const group = groupBefore(pattern, end);
	if (!group) {
		return pattern;
	}
	const body = pattern.slice(group.start, end);
	const [open, close] = [opening.exec(body), closing.exec(body)];
	const openText = open && (open[3] ?? open[4] ?? open[9]);
	const closeText = close && (close[3] ?? /(\\?[^\\()\w]|\\[()])\(\?(?:<\w*-\w+>|'\w*-\w+')\)/.exec(body)?.[1]);
	if (!openText || !closeText) {
		return pattern;
	}
	const other = `[^${openText}${closeText}]`;
	let balanced = `${other}*`;
	for (let level = 1; level < depth; level++) {
		balanced = `(?:${other}|${openText}${balanced}${closeText})*`;
	}
	return `${pattern.slice(0, group.start)}${balanced}${pattern.slice(end + test[0].length)}`;
}

/** The outermost group that ends right before `end`, a quantifier aside. */
function groupBefore(pattern: string, end: number): {start: number} | null {
	const open: number[] = [];
	for (let at = 0; at < end; at++) {
		if (pattern[at] === '\\') {
			at++;
		} else if (pattern[at] === '[') {
			at = endOfClass(pattern, at);
		} else if (pattern[at] === '(') {
			open.push(at);
		} else if (pattern[at] === ')') {
			const start = open.pop();
			if (start !== undefined && /^[*+?]{0,2}$/.test(pattern.slice(at + 1, end))) {
				return {start};
			}
		}
	}
	return null;
}

function endOfClass(pattern: string, start: number): number {
	let at = start + 1;
	while (at < pattern.length && (pattern[at] !== ']' || at === start + 1)) {
		at += pattern[at] === '\\' ? 2 : 1;
	}
	return at;
}
