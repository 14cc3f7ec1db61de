/**
 * What an app reads of a reply, by path: `[]` is each of a list that has some, `[]?` of one that may be empty, and `?`
 * behind the type is a field that may be missing. Fields are never null.
 */
export type Reads = Readonly<Record<string, ReadType>>;
/** One of some values. */
type Known = readonly (string | number | boolean)[];
type Plain = 'text' | 'number' | 'flag' | 'list' | 'object' | 'date';
type ReadType = Plain | `${Plain}?` | Known;

/** The same of each or one that lies deeper. */
export const under = (start: string, reads: Reads): Reads =>
	Object.fromEntries(Object.entries(reads).map(([path, type]) => [`${start}.${path}`, type]));

/** A request as the app sends it. `{movie}` and the like stand for the numbers of the household. */
export interface AppRow {
	ask: string;
	body?: unknown;
	/** 200 if not given. */
	status?: number;
	/** The names of the text that the reply must contain, where no field says it. */
	says?: RegExp;
	reads?: Reads;
}

const isOf: Readonly<Record<Plain, (value: unknown) => boolean>> = {
	text: value => typeof value === 'string',
	number: value => typeof value === 'number',
	flag: value => typeof value === 'boolean',
	list: Array.isArray,
	object: value => typeof value === 'object' && value !== null && !Array.isArray(value),
	date: value => typeof value === 'string' && /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(value),
};

/** Says what is wrong with a reply, one line each. */
export function faultsOf(reply: unknown, reads: Reads): string[] {
	return [...nullsIn(reply, ''), ...Object.entries(reads).flatMap(([path, type]) => faultsAt(reply, path.split('.'), type, ''))];
}

function nullsIn(value: unknown, at: string): string[] {
	if (value === null) {
		return [`${at} is null`];
	}
	return typeof value === 'object' ? Object.entries(value as object).flatMap(([name, each]) => nullsIn(each, `${at}.${name}`)) : [];
}

function faultsAt(value: unknown, [part, ...rest]: readonly string[], type: ReadType, at: string): string[] {
	if (part === undefined) {
		return isRight(value, type) ? [] : [`${at} is ${JSON.stringify(value)?.slice(0, 60)}, not ${String(type)}`];
	}
	const [, name = '', isEach, mayBeEmpty] = /^(.*?)(\[\])?(\?)?$/.exec(part) ?? [];
	const found = name === '' ? value : (value as Record<string, unknown> | undefined)?.[name];
	if (!isEach) {
		return faultsAt(found, rest, type, `${at}.${name}`);
	}
	if (!Array.isArray(found) || (found.length === 0 && !mayBeEmpty)) {
		return [`${at}.${name} has nothing to read`];
	}
	return found.flatMap((each, index) => faultsAt(each, rest, type, `${at}.${name}[${index}]`));
}

function isRight(value: unknown, type: ReadType): boolean {
	if (typeof type !== 'string') {
		return (type as readonly unknown[]).includes(value);
	}
	const mayBeMissing = type.endsWith('?');
	return (mayBeMissing && value === undefined) || isOf[type.replace('?', '') as Plain](value);
}

/** The reply without what the path reads, with null there, and with an empty list: a check that passes then is none. */
export function spoiltAt(reply: unknown, path: string): {what: string; reply: unknown}[] {
	const change = (value: unknown, parts: readonly string[], spoil: (owner: Record<string, unknown>, name: string) => void): unknown => {
		const [part = '', ...rest] = parts;
		const name = part.replace(/\[\]\??$/, '');
		const isEach = part !== name;
		const into = (inner: unknown): unknown =>
			isEach && Array.isArray(inner) ? inner.map(each => change(each, rest, spoil)) : change(inner, rest, spoil);
		if (parts.length === 1 && !isEach) {
			const copy = {...(value as Record<string, unknown>)};
			spoil(copy, name);
			return copy;
		}
		return name === '' ? into(value) : {...(value as object), [name]: into((value as Record<string, unknown>)?.[name])};
	};
	const parts = path.split('.');
	return [
		{what: 'missing', reply: change(reply, parts, (owner, name) => delete owner[name])},
		{
			what: 'null',
			reply: change(reply, parts, (owner, name) => {
				owner[name] = null;
			}),
		},
	];
}

/** What is wrong with the answer to a row, and what of it the checks of the row would not notice. */
export function faultsOfRow(
	{status: wanted = 200, says, reads}: AppRow,
	{status, text, body}: {status: number; text: string; body: unknown},
): string[] {
	if (status !== wanted) {
		return [`${status} ${text.slice(0, 300)}`];
	}
	const said = says && !says.test(text) ? [`says ${text.slice(0, 300)}`] : [];
	return reads ? [...said, ...faultsOf(body, reads).slice(0, 3), ...unnoticed(body, reads)] : said;
}

function unnoticed(body: unknown, reads: Reads): string[] {
	const faults: string[] = [];
	for (const [path, type] of Object.entries(reads)) {
		const isPassed = path.includes('[]?') || path.endsWith('[]') || (typeof type === 'string' && type.endsWith('?'));
		for (const {what, reply} of isPassed ? [] : spoiltAt(body, path)) {
			if (faultsOf(reply, {[path]: type}).length === 0) {
				faults.push(`does not notice that ${path} is ${what}`);
			}
		}
	}
	const isList = Array.isArray(body) || Array.isArray((body as {records?: unknown}).records);
	const shorter = Array.isArray(body) ? [] : {...(body as object), records: []};
	const readsEach = Object.keys(reads).some(path => path.includes('[].'));
	return isList && readsEach && faultsOf(shorter, reads).length === 0 ? [...faults, 'does not notice an empty list'] : faults;
}
