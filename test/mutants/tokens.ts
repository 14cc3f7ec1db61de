/** A word, number, text or sign of a program. */
export interface Token {
	text: string;
	at: number;
	kind: 'word' | 'number' | 'string' | 'sign';
}

const signs = /=>|===|!==|\*\*|<=|>=|&&|\|\||\?\?|\?\.|\.\.\.|\+\+|--|[-+*/%<>=!&|^~?]=?|[^\s\w$]/y;
const patterns: [Token['kind'] | 'skipped', RegExp][] = [
	['skipped', /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y],
	['string', /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y],
	['number', /\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?n?/y],
	['word', /[\p{L}_$#][\p{L}\p{N}_$]*/uy],
	['sign', signs],
];
const regularExpression = /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
/** After these a slash begins a regular expression; after anything else it divides. */
const beforeExpression = /^(?:[([{},;:=!&|?+*%<>~^-]|=>|&&|\|\||\?\?|===|!==|[+*/-]=|return|typeof|case|of|in)$/;

/** The tokens of a program without comments. What is in `${}` of a template is read like the rest. */
export function tokensOf(text: string): Token[] {
	const tokens: Token[] = [];
	/** For each template that is open, how many braces are open in it. */
	const templates: number[] = [];
	let at = 0;
	const take = (kind: Token['kind'], length: number) => {
		tokens.push({text: text.slice(at, at + length), at, kind});
		at += length;
	};
	while (at < text.length) {
		const char = text[at];
		if (char === '`' || (char === '}' && templates.at(-1) === 0)) {
			if (char === '}') {
				templates.pop();
			}
			const length = templateLength(text, at);
			if (text.slice(at, at + length).endsWith('${')) {
				templates.push(0);
			}
			take('string', length);
			continue;
		}
		if (templates.length > 0 && (char === '{' || char === '}')) {
			templates[templates.length - 1]! += char === '{' ? 1 : -1;
		}
		const previous = tokens.at(-1);
		const isExpression = char === '/' && !/^\/[/*]/.test(text.slice(at, at + 2)) && (!previous || beforeExpression.test(previous.text));
		const [kind, length] = isExpression ? (['string', lengthOf(regularExpression, text, at)] as const) : nextOf(text, at);
		if (kind === 'skipped') {
			at += length;
		} else {
			take(kind, length);
		}
	}
	return tokens;
}

function nextOf(text: string, at: number): readonly [Token['kind'] | 'skipped', number] {
	for (const [kind, pattern] of patterns) {
		const length = lengthOf(pattern, text, at);
		if (length > 0) {
			return [kind, length];
		}
	}
	throw new Error(`Nothing is known that begins with ${text.slice(at, at + 20)}.`);
}

function lengthOf(pattern: RegExp, text: string, at: number): number {
	pattern.lastIndex = at;
	return pattern.exec(text)?.[0].length ?? 0;
}

/** Up to the end of the template, or to the next `${`. */
function templateLength(text: string, at: number): number {
	for (let index = at + 1; index < text.length; index += 1) {
		if (text[index] === '\\') {
			index += 1;
		} else if (text[index] === '`') {
			return index + 1 - at;
		} else if (text[index] === '$' && text[index + 1] === '{') {
			return index + 2 - at;
		}
	}
	return text.length - at;
}
