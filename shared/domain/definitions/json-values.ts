import {Unusable} from './definition.ts';

export type Json = null | boolean | number | string | Json[] | {[name: string]: Json};

const isoDate = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:[.,]\d+)?(Z|[+-]\d\d:?\d\d)?$/;

/** Texts that are ISO dates are printed as Newtonsoft prints them, which definitions expect: `03/07/2026 06:59:22`. */
function printText(text: string): string {
	const [, year, month, day, hour, minute, second, zone] = (text.length >= 19 && text.length <= 40 && isoDate.exec(text)) || [];
	if (year === undefined) {
		return text;
	}
	if (zone === undefined || zone === 'Z') {
		return `${month}/${day}/${year} ${hour}:${minute}:${second}`;
	}
	const at = new Date(`${text.slice(0, 19)}${zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`}`);
	return Number.isNaN(at.getTime()) ? text : printText(at.toISOString().replace(/\.\d+/, ''));
}

/** A value as definitions see it; null for none. */
export function textOf(value: Json | undefined): string | null {
	if (value === null || value === undefined) {
		return null;
	}
	if (typeof value === 'boolean') {
		return value ? 'True' : 'False';
	}
	if (Array.isArray(value)) {
		return value.map(each => textOf(each) ?? '').join(',');
	}
	return typeof value === 'object' ? JSON.stringify(value) : printText(String(value));
}

const step = /\.?([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]/gy;

/** The names and indexes of a path such as `$.a.b[0]`. Throws `Unusable` for a text that is no path. */
export function readPath(path: string): (string | number)[] {
	const steps = path.replace(/^\$/, '').replace(/^\.+/, '');
	const found = [...steps.matchAll(step)];
	if (found.reduce((length, [text]) => length + text.length, 0) !== steps.length) {
		throw new Unusable(`${path} is no path`);
	}
	return found.map(([, name, index, quoted]) => (index === undefined ? (name ?? quoted ?? '') : Number(index)));
}

/** The value at a path; undefined when there is none. Throws `Unusable` for a text that is not a path. */
export function valueAt(root: Json, path: string): Json | undefined {
	let value: Json | undefined = root;
	for (const each of readPath(path)) {
		value = typeof each === 'string' ? childOf(value, each) : Array.isArray(value) ? value[each] : undefined;
	}
	return value;
}

function childOf(value: Json | undefined, name: string): Json | undefined {
	return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export interface JsonSelector {
	path: string;
	conditions: {name: string; argument: string}[];
}

/** A path followed by conditions: `torrents:has(hash):not(dead)`. Throws `Unusable` for any other text. */
export function readJsonSelector(selector: string): JsonSelector {
	const colon = selector.indexOf(':');
	const path = colon < 0 ? selector : selector.slice(0, colon);
	const conditions: JsonSelector['conditions'] = [];
	let rest = colon < 0 ? '' : selector.slice(colon);
	while (rest.trim() !== '') {
		const name = /^\s*:(has|not|contains)\(/.exec(rest);
		const end = name ? closingBracket(rest, name[0].length) : -1;
		if (!name?.[1] || end < 0) {
			throw new Unusable(`${rest.slice(0, 40)} is no condition`);
		}
		conditions.push({name: name[1], argument: rest.slice(name[0].length, end)});
		rest = rest.slice(end + 1);
	}
	return {path: path.trim(), conditions};
}

function closingBracket(text: string, start: number): number {
	let open = 1;
	for (let at = start; at < text.length; at++) {
		open += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
		if (open === 0) {
			return at;
		}
	}
	return -1;
}

/** The value that a selector finds; undefined when there is none or a condition does not hold. */
export function selectJson(root: Json, selector: string): Json | undefined {
	const {path, conditions} = readJsonSelector(selector);
	const value = valueAt(root, path);
	return value !== undefined && conditions.every(condition => holds(value, condition)) ? value : undefined;
}

export function holds(value: Json, {name, argument}: JsonSelector['conditions'][number]): boolean {
	if (name === 'contains') {
		const quoted = /^(['"])(.*)\1$/s.exec(argument)?.[2] ?? argument;
		return (textOf(value) ?? '').includes(quoted);
	}
	return (selectJson(value, argument) !== undefined) === (name === 'has');
}

/** Joins the list at the path of a JSON text. */
export function joinArray(text: string, path: string, separator: string): string {
	const value = valueAt(parseJson(text), path);
	if (!Array.isArray(value)) {
		throw new Unusable(`${path} is no list`);
	}
	return value.map(each => textOf(each) ?? '').join(separator);
}

/** Digits of a number that JavaScript would round. */
const longNumber = /\d{16}/;

export function parseJson(written: string): Json {
	const text = written.replace(/^\ufeff/, '');
	try {
		return JSON.parse(text, longNumber.test(text) ? asWritten : undefined) as Json; // JSON.parse makes nothing else
	} catch {
		throw new Unusable('is not JSON');
	}
}

function asWritten(_key: string, value: unknown, {source}: {source?: string} = {}): unknown {
	return typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source) ? source : value;
}
