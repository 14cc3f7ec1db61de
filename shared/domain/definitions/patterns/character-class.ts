import {Unusable} from '../definition.ts';

/** What `\w` is in .NET. */
export const word = '[\\p{L}\\p{Mn}\\p{Nd}\\p{Pc}]';

const classes: Readonly<Record<string, string>> = {
	d: '\\p{Nd}',
	D: '\\P{Nd}',
	w: word,
	W: '[^\\p{L}\\p{Mn}\\p{Nd}\\p{Pc}]',
	s: '[\\s\\u0085]',
	S: '[^\\s\\u0085]',
};

/** .NET's names of blocks, which JavaScript does not know: first and last character. */
const blocks: Readonly<Record<string, readonly [number, number]>> = {
	IsBasicLatin: [0x0, 0x7f],
	'IsLatin-1Supplement': [0x80, 0xff],
	'IsLatinExtended-A': [0x100, 0x17f],
	'IsLatinExtended-B': [0x180, 0x24f],
	IsIPAExtensions: [0x250, 0x2af],
	IsCombiningDiacriticalMarks: [0x300, 0x36f],
	IsGreek: [0x370, 0x3ff],
	IsGreekandCoptic: [0x370, 0x3ff],
	IsCyrillic: [0x400, 0x4ff],
	IsCyrillicSupplement: [0x500, 0x52f],
	IsArmenian: [0x530, 0x58f],
	IsHebrew: [0x590, 0x5ff],
	IsArabic: [0x600, 0x6ff],
	IsDevanagari: [0x900, 0x97f],
	IsThai: [0xe00, 0xe7f],
	IsGeorgian: [0x10a0, 0x10ff],
	IsHangulJamo: [0x1100, 0x11ff],
	IsLatinExtendedAdditional: [0x1e00, 0x1eff],
	IsGreekExtended: [0x1f00, 0x1fff],
	IsGeneralPunctuation: [0x2000, 0x206f],
	IsCJKSymbolsandPunctuation: [0x3000, 0x303f],
	IsHiragana: [0x3040, 0x309f],
	IsKatakana: [0x30a0, 0x30ff],
	IsBopomofo: [0x3100, 0x312f],
	IsHangulCompatibilityJamo: [0x3130, 0x318f],
	IsCJKUnifiedIdeographsExtensionA: [0x3400, 0x4dbf],
	IsCJKUnifiedIdeographs: [0x4e00, 0x9fff],
	IsHangulSyllables: [0xac00, 0xd7af],
	IsCJKCompatibilityIdeographs: [0xf900, 0xfaff],
	IsHalfwidthandFullwidthForms: [0xff00, 0xffef],
};

const controls: Readonly<Record<string, number>> = {t: 9, n: 10, v: 11, f: 12, r: 13, a: 7, e: 27, '0': 0};

const codeOf = (number: number) => `\\u{${number.toString(16)}}`;

/** A character in the form that has no meaning of its own anywhere. */
export function codePoint(character: string): string {
	return codeOf(character.codePointAt(0) ?? 0);
}

interface Escape {
	/** The class that it means; null for a character. */
	source: string | null;
	character: string;
	/** Characters of the escape, without the backslash. */
	length: number;
}

/** Reads an escape that is also allowed in a class. `rest` is the text after the backslash. */
export function classEscape(rest: string): Escape {
	const letter = String.fromCodePoint(rest.codePointAt(0) ?? 0);
	if (classes[letter] !== undefined) {
		return {source: classes[letter], character: '', length: 1};
	}
	if (letter === 'p' || letter === 'P') {
		return propertyEscape(rest, letter === 'P');
	}
	const number = /^(?:x([\da-f]{2})|u([\da-f]{4})|(0[0-7]{1,2}))/i.exec(rest);
	if (number) {
		const code = number[3] === undefined ? Number.parseInt(number[1] ?? number[2] ?? '', 16) : Number.parseInt(number[3], 8);
		return {source: null, character: String.fromCodePoint(code), length: number[0].length};
	}
	const control = /^c([A-Za-z])/.exec(rest);
	if (control?.[1]) {
		return {source: null, character: String.fromCodePoint(control[1].toUpperCase().charCodeAt(0) - 64), length: 2};
	}
	const code = controls[letter];
	if (code === undefined && /[A-Za-z]/.test(letter)) {
		throw new Unusable(`\\${letter} is no known escape`);
	}
	return {source: null, character: code === undefined ? letter : String.fromCodePoint(code), length: letter.length};
}

function propertyEscape(rest: string, isNegated: boolean): Escape {
	const name = /^[pP]\{([\w-]{1,60})\}/.exec(rest)?.[1];
	const block = blocks[name ?? ''];
	if (name === undefined || (!block && !/^[A-Z][a-z]?$/.test(name))) {
		throw new Unusable(`${rest.slice(0, 20)} is no known class of characters`);
	}
	const source = block ? `[${isNegated ? '^' : ''}${codeOf(block[0])}-${codeOf(block[1])}]` : `\\${isNegated ? 'P' : 'p'}{${name}}`;
	return {source, character: '', length: name.length + 3};
}

/**
 * The characters of a range, and the same letters in the other case. Long ranges have no letters for which it matters.
 */
function withCases(first: string, last: string): string {
	const [from, to] = [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0];
	if (to - from > 2000) {
		return '';
	}
	const letters = Array.from({length: Math.max(0, to - from + 1)}, (_, index) => String.fromCodePoint(from + index));
	const others = letters.flatMap(letter =>
		[letter.toLowerCase(), letter.toUpperCase()].filter(each => each !== letter && [...each].length === 1),
	);
	return [...new Set(others)].map(codePoint).join('');
}

/** Reads the class whose bracket is at `start`. With `bothCases` its letters match whatever their case. */
export function readClass(text: string, start: number, bothCases: boolean): {source: string; end: number} {
	let at = start + 1;
	const isNegated = text[at] === '^';
	at += isNegated ? 1 : 0;
	const first = at;
	let source = '';
	/** The character or class of characters at the current position. */
	const take = (): {source: string | null; character: string} => {
		const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
		if (character !== '\\') {
			at += character.length;
			return {source: null, character};
		}
		const rest = text.slice(at + 1);
		if (rest === '') {
			throw new Unusable('ends with a backslash');
		}
		const escaped = rest[0] === 'b' ? {source: null, character: '\b', length: 1} : classEscape(rest);
		at += escaped.length + 1;
		return escaped;
	};
	while (text[at] !== ']' || at === first) {
		if (at >= text.length) {
			throw new Unusable('has a class of characters that is never closed');
		}
		if (text.startsWith('-[', at)) {
			throw new Unusable('takes a class of characters from another');
		}
		const from = take();
		if (from.source !== null) {
			source += from.source;
			continue;
		}
		let to = from.character;
		if (text[at] === '-' && text[at + 1] !== ']' && text[at + 1] !== '[' && !/^-\\[dDwWsSpP]/.test(text.slice(at, at + 3))) {
			at++;
			to = take().character;
			if ((to.codePointAt(0) ?? 0) < (from.character.codePointAt(0) ?? 0)) {
				throw new Unusable('has a range of characters in reverse order');
			}
		}
		source += to === from.character ? codePoint(to) : `${codePoint(from.character)}-${codePoint(to)}`;
		source += bothCases ? withCases(from.character, to) : '';
	}
	return {source: `[${isNegated ? '^' : ''}${source}]`, end: at + 1};
}
