import {Unusable} from '../definition.ts';
import {convertPattern} from './convert-pattern.ts';

/** The regular expression for a .NET pattern. Throws `Unusable` for an invalid one. */
export function compilePattern(pattern: string): RegExp {
	const {source, flags} = convertPattern(pattern);
	try {
		return new RegExp(source, flags);
	} catch (error) {
		throw new Unusable(
			error instanceof Error ? error.message.replace(/^Invalid regular expression: .*?: (?=[^:]*$)/s, '') : 'is no pattern',
		);
	}
}

const part = /\$(?:(\d+)|\{(\w+)\}|([$&`'_+]))/g;

/**
 * Replaces all matches as .NET does: `$1`, `${1}`, `${name}`, `$$`, `$&` and `$0` for the match, and groups that are
 * not there stay as text.
 */
export function replaceMatches(text: string, pattern: RegExp, replacement: string): string {
	const all = new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`);
	return text.replaceAll(all, (...found) => {
		const groups = typeof found.at(-1) === 'object' ? (found.pop() as Record<string, string | undefined>) : {}; // String.replaceAll
		const [whole, input, offset] = [String(found[0]), String(found.pop()), Number(found.pop())];
		const numbered = found as (string | undefined)[]; // what is left are the match and its groups
		return replacement.replaceAll(part, (written: string, number?: string, name?: string, sign?: string) => {
			const index = Number(number ?? name);
			if (Number.isInteger(index)) {
				return index < numbered.length ? (numbered[index] ?? '') : written;
			}
			if (name !== undefined) {
				return name in groups ? (groups[name] ?? '') : written;
			}
			const signs: Record<string, string> = {
				$: '$',
				'&': whole,
				'`': input.slice(0, offset),
				"'": input.slice(offset + whole.length),
				_: input,
				'+': numbered.findLast(each => each !== undefined) ?? '',
			};
			return signs[sign ?? ''] ?? written;
		});
	});
}
