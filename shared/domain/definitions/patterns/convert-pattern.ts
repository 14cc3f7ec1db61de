import {Unusable} from '../definition.ts';
import {classEscape, codePoint, readClass, word} from './character-class.ts';

interface Converted {
	source: string;
	flags: string;
}

const maxLength = 5000;
/** Each becomes hundreds of ranges when the pattern is built. */
const maxProperties = 200;
const maxDepth = 50;

interface Options {
	ignoresCase: boolean;
	/** `^` and `$` also stand at the lines within the text. */
	multiline: boolean;
	/** `.` is any character. */
	singleline: boolean;
}

/** A position in the pattern, and what holds for all of it. */
interface Reading {
	text: string;
	at: number;
	depth: number;
	/** The whole pattern ignores case by a flag. */
	hasFlag: boolean;
}

/**
 * Rewrites a regular expression of .NET as one of JavaScript with flag `v`. Digits, words and spaces are those of
 * Unicode there, `.` stops only at a line feed, and `$` also stands before a last one. Throws `Unusable` for what
 * JavaScript cannot do.
 */
export function convertPattern(pattern: string): Converted {
	if (pattern.length > maxLength) {
		throw new Unusable(`a pattern has at most ${maxLength} characters`);
	}
	const front = /^\(\?([imsn]+)\)/.exec(pattern);
	const letters = front?.[1] ?? '';
	const hasFlag = letters.includes('i');
	const text = expandBalanced(pattern.slice(front?.[0].length ?? 0));
	const reading = {text, at: 0, depth: 0, hasFlag};
	const source = readAlternatives(reading, {ignoresCase: false, multiline: letters.includes('m'), singleline: letters.includes('s')});
	if (reading.at < text.length) {
		throw new Unusable('has a bracket that was never opened');
	}
	if (source.split('\\p{').length - 1 > maxProperties) {
		throw new Unusable('has too many classes of characters');
	}
	return {source, flags: hasFlag ? 'iv' : 'v'};
}

/** Reads up to the end of the group. An option that is set within holds to that end. */
function readAlternatives(reading: Reading, inherited: Options): string {
	if (reading.depth > maxDepth) {
		throw new Unusable('is nested too deeply');
	}
	let options = inherited;
	let source = '';
	while (reading.at < reading.text.length && reading.text[reading.at] !== ')') {
		const set = /^\(\?([imsnx]*)(?:-([imsnx]+))?\)/.exec(reading.text.slice(reading.at, reading.at + 20));
		if (set) {
			options = changed(options, set[1] ?? '', set[2] ?? '');
			reading.at += set[0].length;
			continue;
		}
		source += readAtom(reading, options);
	}
	return source;
}

function changed(options: Options, on: string, off: string): Options {
	if (on.includes('x') || on.includes('n')) {
		throw new Unusable('uses an option that JavaScript lacks');
	}
	const set = (letter: string, before: boolean) => (before || on.includes(letter)) && !off.includes(letter);
	return {ignoresCase: set('i', options.ignoresCase), multiline: set('m', options.multiline), singleline: set('s', options.singleline)};
}

const lastLineFeed = '(?:(?=\\n?$))';

function readAtom(reading: Reading, options: Options): string {
	const letter = String.fromCodePoint(reading.text.codePointAt(reading.at) ?? 0);
	const rest = reading.text.slice(reading.at);
	reading.at += letter.length;
	switch (letter) {
		case '\\':
			return readEscape(reading, options);
		case '[': {
			const {source, end} = readClass(reading.text, reading.at - 1, options.ignoresCase && !reading.hasFlag);
			reading.at = end;
			return source;
		}
		case '(':
			return readGroup(reading, options);
		case '.':
			return options.singleline ? '[\\s\\S]' : '[^\\n]';
		case '^':
			return options.multiline ? '(?<=^|\\n)' : '^';
		case '$':
			return options.multiline ? '(?=\\n|$)' : lastLineFeed;
		case '|':
		case '*':
		case '+':
		case '?':
			return letter;
		case '{': {
			const quantifier = /^\{\d+(?:,\d*)?\}/.exec(rest)?.[0];
			reading.at += quantifier === undefined ? 0 : quantifier.length - 1;
			return quantifier ?? '\\{';
		}
		default:
			return literal(letter, reading, options);
	}
}

function literal(letter: string, {hasFlag}: Reading, {ignoresCase}: Options): string {
	const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()];
	const hasCases = ignoresCase && !hasFlag && lower !== upper && lower.length === upper.length;
	return hasCases ? `[${codePoint(lower)}${codePoint(upper)}]` : /[\p{L}\p{N} _]/u.test(letter) ? letter : codePoint(letter);
}

const groupStarts: Readonly<Record<string, string>> = {'(?:': '(?:', '(?=': '(?=', '(?!': '(?!', '(?<=': '(?<=', '(?<!': '(?<!'};

function readGroup(reading: Reading, options: Options): string {
	const rest = reading.text.slice(reading.at - 1);
	if (rest.startsWith('(?#')) {
		const end = rest.indexOf(')');
		reading.at = end < 0 ? reading.text.length + 1 : reading.at + end;
		return '';
	}
	const plain = Object.keys(groupStarts).find(start => rest.startsWith(start));
	const named = /^\(\?(?:<([A-Za-z_]\w*)>|'([A-Za-z_]\w*)')/.exec(rest);
	const set = /^\(\?([imsnx]*)(?:-([imsnx]+))?:/.exec(rest);
	if (!plain && !named && !set && rest.startsWith('(?')) {
		throw new Unusable(`has a group that JavaScript lacks: ${rest.slice(0, 10)}`);
	}
	const within = set ? changed(options, set[1] ?? '', set[2] ?? '') : options;
	reading.at += (plain ?? named?.[0] ?? set?.[0] ?? '(').length - 1;
	reading.depth++;
	const body = readAlternatives(reading, within);
	if (reading.text[reading.at] !== ')') {
		throw new Unusable('has a bracket that is never closed');
	}
	reading.at++;
	reading.depth--;
	return `${plain ?? (named ? `(?<${named[1] ?? named[2]}>` : set ? '(?:' : '(')}${body})`;
}

const boundary = `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`;
const notBoundary = `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`;
const anchors: Readonly<Record<string, string>> = {b: boundary, B: notBoundary, A: '^', z: '$', Z: lastLineFeed};

function readEscape(reading: Reading, options: Options): string {
	const rest = reading.text.slice(reading.at);
	const anchor = anchors[rest[0] ?? ''];
	if (anchor !== undefined) {
		reading.at++;
		return anchor;
	}
	const reference = /^(?:([1-9]\d?)|k[<'](\w+)[>'])/.exec(rest);
	if (reference) {
		reading.at += reference[0].length;
		const [, number, name = ''] = reference;
		return number || /^\d/.test(name) ? `(?:\\${number ?? name})` : `\\k<${name}>`;
	}
	if (rest === '' || rest[0] === 'G') {
		throw new Unusable(rest === '' ? 'ends with a backslash' : '\\G is not possible');
	}
	const {source, character, length} = classEscape(rest);
	reading.at += length;
	return source ?? literal(character, reading, options);
}

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
function expandBalanced(pattern: string): string {
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
