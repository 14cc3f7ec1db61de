import type {Release} from './patterns/numbering.ts';
import {readForwards} from './patterns/reversed.ts';
import {withoutSites} from './patterns/site-prefix.ts';
import {blankTechnical} from './patterns/technical.ts';

/** Release names are shorter; what is longer was made to cost time. */
export const longestName = 600;

const groupInFront = /^(?:\[[^[\]]*\][ _.-]*)+/;
const oneGroupInFront = /^\[[^[\]]*\][ _.-]*/;
const wideBrackets = /[【】]/g;

/** Everything from the second bracket on may be the title, as in `[Group][Title][01]`; then only the group is taken off. */
function titleStart(name: string): number {
	const all = groupInFront.exec(name)?.[0].length ?? 0;
	if (all === 0) {
		return 0;
	}
	const rest = name.slice(all);
	const hasTitle = /\p{L}{2}/u.test(rest) && !/^[(\u0001]/.test(rest);
	return hasTitle ? all : (oneGroupInFront.exec(name)?.[0].length ?? 0);
}

/** Makes a name (without extension) ready for the patterns. */
export function prepareName(raw: string): Release {
	const short = raw.length > longestName ? raw.slice(0, longestName) : raw;
	const plain = wideBrackets.test(short) ? short.replace(wideBrackets, found => (found === '【' ? '[' : ']')) : short;
	const name = withoutSites(readForwards(plain.trim()));
	const start = titleStart(name);
	return {name, text: blankTechnical(name), start, hasGroup: start > 0};
}
