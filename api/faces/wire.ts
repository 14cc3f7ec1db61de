import type {Request, Response} from 'express';
import {readBody} from '#api/http/body.ts';
import {notJson} from '#api/http/failures.ts';

/** What is wrong with one field, as these programs report it. */
export interface FieldFault {
	propertyName: string;
	errorMessage: string;
	attemptedValue?: unknown;
	errorCode?: string;
}

/** A request with wrong fields. */
export class WrongFields extends Error {
	override readonly name = 'WrongFields';
	readonly faults: readonly FieldFault[];

	constructor(...faults: readonly FieldFault[]) {
		super(faults.map(({errorMessage}) => errorMessage).join('; '));
		this.faults = faults;
	}
}

/** A failure without fields. */
export class FaceFailure extends Error {
	override readonly name = 'FaceFailure';
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;

	constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
		super(message);
		this.status = status;
		this.headers = headers;
	}
}

export const notFound = () => new FaceFailure(404, 'NotFound');
export const wrong = (propertyName: string, errorMessage: string, attemptedValue?: unknown) =>
	new WrongFields({propertyName, errorMessage, attemptedValue});

/** The parameters of an address: names in any case, given once or several times, in any of the usual forms. */
export interface FaceQuery {
	/** Is the parameter there, though perhaps without a value? */
	has(name: string): boolean;
	text(name: string): string | null;
	flag(name: string): boolean | null;
	/** Null for anything but an integer. */
	number(name: string): number | null;
	/** Repeated, or separated by commas. */
	numbers(name: string): number[];
	texts(name: string): string[];
	/** With or without time and zone; null for anything else. */
	date(name: string): Date | null;
}

export function readQuery(address: string): FaceQuery {
	const values = new Map<string, string[]>();
	const start = address.indexOf('?');
	for (const [name, value] of new URLSearchParams(start < 0 ? '' : address.slice(start + 1))) {
		const key = name.toLowerCase().replace(/\[\d*\]$/, '');
		values.set(key, [...(values.get(key) ?? []), value]);
	}
	const texts = (name: string) => (values.get(name.toLowerCase()) ?? []).filter(value => value !== '');
	const text = (name: string) => texts(name)[0] ?? null;
	return {
		has: name => values.has(name.toLowerCase()),
		text,
		texts: name => texts(name).flatMap(value => value.split(',')),
		flag: name => toFlag(text(name)),
		number: name => toInteger(text(name)),
		numbers: name =>
			texts(name)
				.flatMap(value => value.split(','))
				.map(toInteger)
				.filter(value => value !== null),
		date: name => toDate(text(name)),
	};
}

function toFlag(value: unknown): boolean | null {
	const word = String(value ?? '').toLowerCase();
	return word === 'true' || word === '1' ? true : word === 'false' || word === '0' ? false : null;
}

/** Numbers of these programs have 32 bits. */
export const largestNumber = 2 ** 31 - 1;

export function toInteger(value: unknown): number | null {
	if (typeof value === 'number') {
		return Number.isSafeInteger(value) ? value : null;
	}
	return typeof value === 'string' && /^\s*-?\d{1,15}\s*$/.test(value) ? Number(value) : null;
}

export function toDate(value: unknown): Date | null {
	const written = String(value ?? '')
		.trim()
		.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T')
		.replace(/ (?=\d\d:?\d\d$)/, '+');
	const zoned = /T[\d:.]+$/.test(written) ? `${written}Z` : written;
	const date = new Date(zoned);
	return written === '' || Number.isNaN(Number(date)) ? null : date;
}

/** What a program sends back is a whole record, of up to so many bytes, fields and list items. */
const bodyLimit = {bytes: 8 * 1024 * 1024, nodes: 60_000};

/** The body as it was sent. Some programs write commas behind the last item, and some name no type. */
export async function readFaceBody(request: Request, response: Response): Promise<unknown> {
	const type = request.headers['content-type'];
	if (type === undefined || !/json/i.test(type)) {
		request.headers['content-type'] = 'application/json';
	}
	if (/charset=(?!"?utf-8)/i.test(type ?? '')) {
		throw notJson();
	}
	const {value, excess} = await readBody(request, response, {...bodyLimit, lenient: true});
	if (excess) {
		throw wrong('', excess.message);
	}
	return value;
}

/** A field of an object, whatever the case of its name. */
export function field(from: unknown, name: string): unknown {
	if (typeof from !== 'object' || from === null || Array.isArray(from)) {
		return undefined;
	}
	const record = from as Record<string, unknown>;
	if (Object.hasOwn(record, name)) {
		return record[name];
	}
	const lower = name.toLowerCase();
	const key = Object.keys(record).find(each => each.toLowerCase() === lower);
	return key === undefined ? undefined : record[key];
}

type Found<T> = T | undefined;

function read<T>(from: unknown, name: string, convert: (value: unknown) => T | null, what: string): Found<T> {
	const value = field(from, name);
	if (value === undefined || value === null) {
		return undefined;
	}
	const converted = convert(value);
	if (converted === null) {
		throw wrong(name, `'${name}' must be ${what}.`, typeof value === 'object' ? undefined : value);
	}
	return converted;
}

export const integerIn = (from: unknown, name: string) => read(from, name, toInteger, 'a whole number');
export const flagIn = (from: unknown, name: string) => read(from, name, toFlag, 'true or false');
export const textIn = (from: unknown, name: string) =>
	read(from, name, value => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null), 'a text');
export const listIn = (from: unknown, name: string) => read(from, name, value => (Array.isArray(value) ? value : null), 'a list');

export function integersIn(from: unknown, name: string): Found<number[]> {
	return listIn(from, name)?.map((value: unknown) => {
		const number = toInteger(value);
		if (number === null) {
			throw wrong(name, `'${name}' must be a list of whole numbers.`);
		}
		return number;
	});
}

/** One of these words in any case, or its position. */
export function wordIn<W extends string>(from: unknown, name: string, words: readonly W[]): Found<W> {
	return read(
		from,
		name,
		value => {
			const position = typeof value === 'number' ? value : toInteger(value);
			const word = String(value).toLowerCase();
			return words.find((each, index) => each.toLowerCase() === word || index === position) ?? null;
		},
		`one of ${words.join(', ')}`,
	);
}

/** These programs leave a field without a value out, and some of their clients fail on null. */
const withoutNulls = (_name: string, value: unknown) => (value === null ? undefined : value);

export function toJson(value: unknown): string {
	return JSON.stringify(value, withoutNulls);
}
