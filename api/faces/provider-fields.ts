import {type FieldFault, field, listIn, WrongFields, wrong} from './wire.ts';

export type FieldType = 'textbox' | 'password' | 'number' | 'checkbox' | 'select' | 'tag' | 'path' | 'url' | 'keyValueList';

export interface FieldRow {
	name: string;
	label: string;
	type: FieldType;
	/** Of a new record; left out where there is none. */
	value?: unknown;
	advanced?: true;
	privacy?: 'apiKey' | 'password' | 'userName';
	isFloat?: true;
	/** Names of the values of a selection, from 0. */
	choices?: readonly string[];
	/** Our setting that it is, if that is not shown as it is: a secret, an address with keys, or headers. */
	hides?: {setting: string; as: 'secret' | 'address' | 'headers'};
}

export type Values = Readonly<Record<string, unknown>>;

/** The fields with these values; one without a value has none. */
export const fieldsWith = (rows: readonly FieldRow[], values: Values): object[] =>
	rows.map(({name, label, type, advanced = false, privacy = 'normal', isFloat = false, choices}, order) => ({
		order,
		name,
		label,
		value: values[name] ?? null,
		type,
		advanced,
		privacy,
		isFloat,
		...(choices && {selectOptions: choices.map((choice, value) => ({value, name: choice, order: value, hint: ''}))}),
	}));

/** Those of a new record. */
export const usualValues = (rows: readonly FieldRow[]): Values => Object.fromEntries(rows.map(({name, value}) => [name, value ?? null]));

/** Fields of one record that are read. */
const mostFields = 200;

/** The values of the fields of a record, by their names in the usual spelling; null for one without a value. */
export function valuesIn(rows: readonly FieldRow[], body: unknown): Values {
	const names = new Map(rows.map(({name}) => [name.toLowerCase(), name]));
	const given = sentFields(body).flatMap(([name, value]) => {
		const known = names.get(name.toLowerCase());
		return known === undefined ? [] : [[known, value] as const];
	});
	return Object.fromEntries(given);
}

/** Values of fields that the program of ours does not have. What may be a secret is not kept in the open. */
export function foreignValues(rows: readonly FieldRow[], body: unknown): Values {
	const names = new Set(rows.map(({name}) => name.toLowerCase()));
	const isOpen = (name: string) => name !== '' && !names.has(name.toLowerCase()) && !/key|token|pass|secret|cookie|auth|pin/i.test(name);
	return Object.fromEntries(sentFields(body).filter(([name]) => isOpen(name)));
}

function sentFields(body: unknown): [string, unknown][] {
	const sent = listIn(body, 'fields') ?? [];
	if (sent.length > mostFields) {
		throw wrong('Fields', `There may be ${mostFields} fields at most.`);
	}
	return sent.map((each: unknown) => [String(field(each, 'name') ?? ''), field(each, 'value') ?? null]);
}

/** Reads the values one by one, and collects what is wrong. */
export function createValueReader(values: Values) {
	const faults: FieldFault[] = [];
	function refuse(name: string, what: string): null {
		const propertyName = name.slice(name.lastIndexOf('.') + 1).replace(/^./, letter => letter.toUpperCase());
		faults.push({propertyName, errorMessage: `'${propertyName}' must be ${what}.`, attemptedValue: values[name]});
		return null;
	}
	return {
		text(name: string): string | null {
			const value = values[name] ?? null;
			return value === null || typeof value === 'string' ? value : refuse(name, 'a text');
		},
		number(name: string): number | null {
			const value = values[name] ?? null;
			const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
			return number === null || number === ''
				? null
				: typeof number === 'number' && Number.isFinite(number)
					? number
					: refuse(name, 'a number');
		},
		/** Null for none at all. */
		numbers(name: string): number[] | null {
			const value = values[name] ?? null;
			if (value === null) {
				return null;
			}
			const numbers = Array.isArray(value) ? value.map(Number) : [Number.NaN];
			return numbers.every(Number.isSafeInteger) ? numbers : refuse(name, 'a list of whole numbers');
		},
		flag(name: string): boolean {
			const value = values[name] ?? null;
			const word = String(value ?? 'false').toLowerCase();
			return word === 'true' || word === '1' ? true : word === 'false' || word === '0' ? false : (refuse(name, 'true or false') ?? false);
		},
		end(): void {
			if (faults.length > 0) {
				throw new WrongFields(...faults);
			}
		},
	};
}

/** Refuses a value of another type than its field has. */
export function checkTypes(rows: readonly FieldRow[], values: Values): void {
	const reader = createValueReader(values);
	const readers: Partial<Record<FieldType, (name: string) => unknown>> = {
		...{textbox: reader.text, password: reader.text, path: reader.text, url: reader.text, number: reader.number, checkbox: reader.flag},
	};
	for (const {name, type, value} of rows) {
		// Ports are numbers that these programs show as texts.
		const read = typeof value === 'number' && type === 'textbox' ? reader.number : readers[type];
		read?.(name);
	}
	reader.end();
}

/** A field; its label follows from its name. */
export function row(name: string, type: FieldRow['type'], more: Omit<FieldRow, 'name' | 'label' | 'type'> = {}): FieldRow {
	const label = name.replace(/^./, first => first.toUpperCase()).replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
	return {name, label, type, ...more};
}

/** The parts in which these programs store an address. */
export function addressIn(url: string | null): Values {
	const parsed = URL.parse(url ?? '');
	if (!parsed) {
		return {};
	}
	const useSsl = parsed.protocol === 'https:';
	const path = parsed.pathname === '/' ? null : parsed.pathname;
	return {host: parsed.hostname, port: Number(parsed.port) || (useSsl ? 443 : 80), useSsl, urlBase: path};
}
