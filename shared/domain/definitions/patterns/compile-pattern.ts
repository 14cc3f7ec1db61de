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
