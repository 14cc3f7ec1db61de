import {Unusable} from './definition.ts';
import {compilePattern, replaceMatches} from './patterns/compile-pattern.ts';

export type Value = string | readonly string[] | null;

/** By name with its dot: `.Config.username`. A name that is not there is an error, one that is null is empty. */
export type Variables = ReadonlyMap<string, Value>;

/** Applied to each inserted value, never to what is in the template. */
type Modifier = (value: string) => string;

const keep: Modifier = value => value;

/**
 * Fills in a template: a subset of Go's, which works by replacing text in a fixed order of steps. Throws `Unusable`
 * for unknown variables and for invalid conditions.
 */
export function fillTemplate(template: string, variables: Variables, modifier: Modifier = keep): string {
	if (!template.includes('{{')) {
		return template;
	}
	const insert = (value: string) => hideMarks(modifier(value));
	const steps = [
		(text: string) => fillReplacements(text, variables, insert),
		(text: string) => fillJoins(text, variables, insert),
		(text: string) => decideLogic(text, variables),
		(text: string) => decideConditions(text, variables),
		(text: string) => fillRanges(text, variables, insert),
		(text: string) => fillVariables(text, variables, insert),
	];
	return showMarks(steps.reduce((text, step) => step(text), template));
}

/**
 * Characters that begin templates, variables and texts. In a value, which may come from a person or a page, they are
 * replaced by others, so that it cannot become part of the template.
 */
const marks = ['{', '.', '"'];
const hiddenMarks = ['\ufdd0', '\ufdd1', '\ufdd2'];
const hideMarks = (text: string) => text.replace(/[{."]/g, mark => hiddenMarks[marks.indexOf(mark)] ?? mark);
const showMarks = (text: string) => text.replace(/[\ufdd0-\ufdd2]/g, mark => marks[hiddenMarks.indexOf(mark)] ?? mark);

function readValue(name: string, variables: Variables): Value {
	const value = variables.get(name);
	if (value === undefined) {
		throw new Unusable(`${name} is no known variable`);
	}
	return value;
}

function listOf(name: string, variables: Variables): readonly string[] {
	const value = readValue(name, variables) ?? [];
	if (typeof value === 'string') {
		throw new Unusable(`${name} is no list`);
	}
	return value;
}

const isText = (value: Value) => typeof value === 'string' && value.trim() !== '';

/** Finds all matches before the first is replaced, and replaces each text everywhere at once. */
function replaceEach(text: string, pattern: RegExp, replace: (match: RegExpExecArray) => string): string {
	let result = text;
	for (const match of text.matchAll(pattern)) {
		result = result.replaceAll(match[0], () => replace(match));
	}
	return result;
}

function fillReplacements(text: string, variables: Variables, insert: Modifier): string {
	return replaceEach(text, /\{\{\s*re_replace\s+(\.\S+)\s+"(.*?)"\s+"(.*?)"\s*\}\}/g, ([, name = '', pattern = '', replacement = '']) => {
		const value = readValue(name, variables);
		return insert(replaceMatches(typeof value === 'string' ? value : '', compilePattern(pattern), replacement));
	});
}

function fillJoins(text: string, variables: Variables, insert: Modifier): string {
	return replaceEach(text, /\{\{\s*join\s+(\.\S+)\s+"(.*?)"\s*\}\}/g, ([, name = '', separator]) =>
		insert(listOf(name, variables).join(separator)),
	);
}

const operand = /\s+(?:\(?(\.[^)\s]+)\)?|"([^"]+)")/g;
const logic = /\b(and|or|eq|ne)((?:\s+(?:\(?\.[^)\s]+\)?|"[^"]+")){2,})/;
/** Each step of the logic makes the text shorter, so this only ends what was built to be long. */
const maxLogicSteps = 500;

/** Replaces each `and`, `or`, `eq` and `ne` by the name of a variable, from the left until none is left. */
function decideLogic(text: string, variables: Variables): string {
	let result = text;
	for (let step = 0; step < maxLogicSteps; step++) {
		const match = logic.exec(result);
		if (!match) {
			return result;
		}
		const [whole, name, operands = ''] = match;
		const decided = decide(name ?? '', [...operands.matchAll(operand)], variables);
		result = result.slice(0, match.index) + decided + result.slice(match.index + whole.length);
	}
	throw new Unusable('has too many conditions');
}

function decide(name: string, operands: RegExpExecArray[], variables: Variables): string {
	if (name === 'eq' || name === 'ne') {
		const [first, second] = operands.map(([, variable, text]) => (variable ? readValue(variable, variables) : (text ?? '')));
		const rest = operands.slice(2).map(([whole]) => whole);
		return [(first === second) === (name === 'eq') ? '.True' : '.False', ...rest].join('');
	}
	const names = operands.flatMap(([, variable]) => variable ?? []);
	const isMeant = (variable: string) => isText(readValue(variable, variables)) === (name === 'or');
	return names.find(isMeant) ?? names.at(-1) ?? '.False';
}

function decideConditions(text: string, variables: Variables): string {
	return replaceEach(
		text,
		/\{\{\s*if\s*(.+?)\s*\}\}(.*?)\{\{\s*else\s*\}\}(.*?)\{\{\s*end\s*\}\}/g,
		([, condition = '', yes = '', no = '']) => {
			if (!condition.startsWith('.')) {
				throw new Unusable(`${condition} is no condition`);
			}
			const value = readValue(condition, variables);
			return isText(value) || (Array.isArray(value) && value.length > 0) ? yes : no;
		},
	);
}

const range = /\{\{\s*range\s*(?:(\$[^\s,]+)\s*,\s*\S+\s*:=\s*)?(\.\S+?)\s*\}\}(.*?)\{\{\s*\.\s*\}\}(.*?)\{\{\s*end\s*\}\}/g;

function fillRanges(text: string, variables: Variables, insert: Modifier): string {
	return replaceEach(text, range, ([, index, name = '', before = '', after = '']) => {
		const withIndex = (part: string, at: number) => (index ? part.replaceAll(`{{${index}}}`, String(at)) : part);
		return listOf(name, variables)
			.map((value, at) => `${withIndex(before, at)}${insert(value)}${withIndex(after, at)}`)
			.join('');
	});
}

function fillVariables(text: string, variables: Variables, insert: Modifier): string {
	return replaceEach(text, /\{\{\s*(\..+?)\s*\}\}/g, ([, name = '']) => {
		const value = readValue(name, variables) ?? '';
		return insert(typeof value === 'string' ? value : value.join(','));
	});
}
