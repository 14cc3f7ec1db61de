import {createHash} from 'node:crypto';
import {stripTypeScriptTypes} from 'node:module';
import {type Token, tokensOf} from './tokens.ts';

/** One change of the source that tests should notice. */
export interface MutationSite {
	file: string;
	line: number;
	/** Offset of the replaced text in the file. */
	at: number;
	from: string;
	to: string;
	/** The tokens around it, by which it is found again wherever it has moved. */
	around: string[];
	/** Depends on nothing but the change and the tokens around it. */
	id: string;
}

/** Tokens on each side that tell one place from another. */
const window = 12;

const operators: Record<string, string> = {
	'===': '!==',
	'!==': '===',
	'<': '<=',
	'<=': '<',
	'>': '>=',
	'>=': '>',
	'&&': '||',
	'||': '&&',
	'+': '-',
	'-': '+',
	'*': '/',
	'/': '*',
	true: 'false',
	false: 'true',
};

/** Every place of a file where one operator, constant or condition can be changed. */
export function sitesIn(file: string, text: string): MutationSite[] {
	const tokens = tokensOf(stripTypeScriptTypes(text));
	const starts = statementStarts(text, tokens);
	return tokens.flatMap((token, index) => {
		const change = changeAt(tokens, index);
		if (!change || starts.isDeclarative(index)) {
			return [];
		}
		const {first, last} = starts.around(index);
		const around = tokens.slice(Math.max(first, index - window), Math.min(last, index + window + 1)).map(({text: word}) => word);
		const line = text.slice(0, token.at).split('\n').length;
		const key = [change.from, change.to, Math.min(window, index - first), ...around].join(' ');
		return [{file, line, at: token.at, ...change, around, id: createHash('sha256').update(key).digest('hex').slice(0, 16)}];
	});
}

function changeAt(tokens: readonly Token[], index: number): {from: string; to: string} | null {
	const {text, kind} = tokens[index]!;
	const before = tokens[index - 1];
	const after = tokens[index + 1];
	if (kind === 'number') {
		return {from: text, to: /^[\d_]+$/.test(text) ? String(Number(text.replaceAll('_', '')) + 1) : `(${text} + 1)`};
	}
	if (text === 'if' && after?.text === '(') {
		return {from: 'if (', to: 'if (!'};
	}
	if (text === '!' && before && /^(?:[(,=:?&|{[]|&&|\|\||=>|return)$/.test(before.text)) {
		return {from: '!', to: ''};
	}
	const to = Object.hasOwn(operators, text) && kind !== 'string' ? operators[text] : undefined;
	if (to === undefined || (/^[+*/-]$/.test(text) && !isArithmetic(before, after))) {
		return null;
	}
	return before?.text === '.' || after?.text === ':' ? null : {from: text, to};
}

/** Not the sign of a number, and not the joining of texts. */
function isArithmetic(before: Token | undefined, after: Token | undefined): boolean {
	const isOperand = (token: Token | undefined) =>
		token && (token.kind === 'number' || token.kind === 'word' || token.text === ')' || token.text === '(');
	return Boolean(isOperand(before) && isOperand(after) && before?.text !== 'return' && before?.text !== '(');
}

/** A statement at the top of a file begins at the beginning of a line. */
function statementStarts(text: string, tokens: readonly Token[]) {
	const starts = tokens.flatMap(({at, text: word}, index) => (isLineStart(text, at) && !/^[)}\]]/.test(word) ? [index] : []));
	const around = (index: number) => ({
		first: starts.findLast(start => start <= index) ?? 0,
		last: starts.find(start => start > index) ?? tokens.length,
	});
	return {around, isDeclarative: (index: number) => tokens[around(index).first]?.text === 'import'};
}

const isLineStart = (text: string, at: number) => at === 0 || text[at - 1] === '\n';

/**
 * `if (a || b)` becomes `if (!(a || b))`: the text that replaces `from` reaches to the end of the condition.
 */
export function mutated(text: string, {at, from, to}: Pick<MutationSite, 'at' | 'from' | 'to'>): string {
	if (text.slice(at, at + from.length) !== from) {
		throw new Error(`The text at ${at} is not ${from}.`);
	}
	const rest = text.slice(at + from.length);
	if (from !== 'if (') {
		return text.slice(0, at) + to + rest;
	}
	const end = conditionEnd(stripTypeScriptTypes(text), at);
	const length = end - at - from.length;
	return `${text.slice(0, at)}if (!(${rest.slice(0, length)})${rest.slice(length)}`;
}

function conditionEnd(text: string, at: number): number {
	let depth = 0;
	for (const token of tokensOf(text).filter(each => each.at > at)) {
		depth += token.text === '(' ? 1 : token.text === ')' ? -1 : 0;
		if (depth === 0) {
			return token.at;
		}
	}
	throw new Error('The condition has no end.');
}

/** How much two windows of tokens have in common, from 0 to 1: the longest common sequence. */
export function likeness(a: readonly string[], b: readonly string[]): number {
	let row = new Array<number>(b.length + 1).fill(0);
	for (const word of a) {
		const next = [0];
		for (let index = 0; index < b.length; index += 1) {
			next.push(word === b[index] ? row[index]! + 1 : Math.max(row[index + 1]!, next[index]!));
		}
		row = next;
	}
	return row.at(-1)! / Math.max(a.length, b.length, 1);
}
