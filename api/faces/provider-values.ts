import {isDeepStrictEqual} from 'node:util';
import {maskAddress} from '#api/http/secrets.ts';
import type {RouteDeps} from '#api/services.ts';
import type {ProviderSettings} from '#shared/domain/provider.ts';
import type {Scope} from '#shared/domain/scope.ts';
import {isSecretValue, type Protection, type ProviderFamily, settingsOf} from '#shared/providers/provider-family.ts';
import {maskedSecret} from '#shared/secrets.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import type {NumberedKind} from '#shared/store/mongo/record-numbers.ts';
import type {KeptValues} from '#shared/store/system/kept-values.ts';
import type {FaceCall} from './faces.ts';
import {checkTypes, type FieldRow, usualValues, type Values, valuesIn} from './provider-fields.ts';
import {field} from './wire.ts';

/** One sort of a client, a receiver or a list, as these programs name it. */
export interface Implementation {
	implementation: string;
	implementationName: string;
	/** Ours. */
	kind: string;
	fields: readonly FieldRow[];
	/** What its schema says besides. */
	more?: object;
}

export interface Provider {
	id: string;
	name: string;
	kind: string;
	enabled: boolean;
	tags: string[];
	scope?: Scope;
}

export type Settings = Readonly<Record<string, unknown>>;

/** What is said beside the fields: of our settings, and what we have no place for. */
export interface Beside {
	settings: Settings;
	kept: KeptValues;
}

/** What one path of these programs needs to know about providers of ours. */
export interface ProviderFace {
	/** Such as `downloadclient`. */
	path: string;
	/** Our own routes. */
	ours: string;
	kind: NumberedKind;
	family: ProviderFamily;
	/** For messages: `Download client`. */
	noun: string;
	/** The programs' names of our settings, for faults. */
	names: Readonly<Record<string, string>>;
	list(deps: RouteDeps): Promise<Provider[]>;
	isShown(record: Provider, face: Face): boolean;
	implementations(face: Face): readonly Implementation[];
	implementationOf(record: Provider, face: Face, kept: KeptValues): Implementation | undefined;
	/** Our settings by the values of all fields. */
	read(values: Values, implementation: Implementation, face: Face): Settings;
	/** The values of fields by our settings, without secrets. */
	write(record: Provider, face: Face): Values;
	/** What is shown beside the fields; `record` is null for the schema. */
	present(record: Provider | null, kept: KeptValues, call: FaceCall, deps: RouteDeps): Promise<object>;
	readBeside(body: unknown, before: Provider | null, call: FaceCall, deps: RouteDeps): Promise<Beside>;
	/** Throws if a program must not remove it; by default, one that both may use. */
	refuseRemoval?(known: Known, call: FaceCall, deps: RouteDeps): Promise<void>;
	hasBulk?: true;
}

export interface Shown {
	id: number;
	tags: number[];
	[name: string]: unknown;
}

export interface Known {
	record: Provider;
	implementation: Implementation;
	/** Of all fields, without secrets. */
	values: Values;
	kept: KeptValues;
	shown: Shown;
}

const keptFields = (kept: KeptValues): Values | null => (kept['fields'] as Values | undefined) ?? null;
export const foreignFields = (kept: KeptValues): Values => (kept['foreign'] as Values | undefined) ?? {};

interface Valuing {
	provider: ProviderFace;
	face: Face;
	kept: KeptValues;
}

/** The values as they were sent, as long as they mean what is stored. */
export function valuesOf(record: Provider, implementation: Implementation, {provider, face, kept}: Valuing): Values {
	const written = provider.write(record, face);
	const sent = keptFields(kept);
	if (!sent) {
		return {...usualValues(implementation.fields), ...written};
	}
	const stored = record as unknown as Settings;
	const secrets = new Set(implementation.fields.map(({hides}) => hides?.setting));
	const said = Object.entries(provider.read(sent, implementation, face)).filter(([name]) => !secrets.has(name));
	return said.every(([name, value]) => isDeepStrictEqual(value ?? null, stored[name] ?? null)) ? sent : {...sent, ...written};
}

/** What is hidden of a record, with stars. */
export function starred(record: Provider, {fields}: Implementation): Values {
	const stored = record as unknown as Settings;
	return Object.fromEntries(fields.flatMap(({name, hides}) => (hides ? [[name, shownAs(hides.as, stored[hides.setting])]] : [])));
}

function shownAs(as: 'secret' | 'address' | 'headers', value: unknown): unknown {
	if (as === 'headers') {
		return Object.keys(value ?? {}).map(key => ({key, value: maskedSecret}));
	}
	return typeof value !== 'string' || value === '' ? null : as === 'address' ? maskAddress(value) : maskedSecret;
}

interface Sent {
	values: Values;
	/** Settings that stay as they are stored: they came back as they were shown, or not at all. */
	untouched: ReadonlySet<string>;
}

/** Stars stand for what is stored; of a new record, for nothing. */
export function sentValues({fields}: Implementation, body: unknown, shownBefore: Values): Sent {
	const values = valuesIn(fields, body);
	checkTypes(fields, values);
	const hiding = fields.flatMap(({name, hides}) => (hides ? [{name, ...hides}] : []));
	const isSame = (name: string) => values[name] === maskedSecret || isDeepStrictEqual(values[name], shownBefore[name]);
	const same = hiding.filter(({name}) => !(name in values) || isSame(name));
	const starless = same.filter(({name}) => values[name] === maskedSecret).map(({name}) => [name, null]);
	return {values: {...values, ...Object.fromEntries(starless)}, untouched: new Set(same.map(({setting}) => setting))};
}

export const withoutSecrets = (values: Values, {fields}: Implementation): Values => {
	const hidden = new Set(fields.flatMap(({name, hides}) => (hides ? [name] : [])));
	return Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.has(name)));
};

/** Nothing is kept as empty objects. */
export function toKept(fields: Values, foreign: Values, beside: KeptValues): KeptValues {
	return {...beside, fields, ...(Object.keys(foreign).length > 0 && {foreign})};
}

export const besideOf = ({fields: _fields, foreign: _foreign, ...beside}: KeptValues): KeptValues => beside;

/** The whole settings with a change. A test with stars uses stored secrets, and sends them nowhere else. */
export function changed({record}: Pick<Known, 'record'>, change: Settings, {family}: ProviderFace): Settings {
	const settings = settingsOf(family, record as unknown as ProviderSettings); // of this family
	const stars = Object.entries(settings).map(([name, value]) => {
		const how = (family.protection as Readonly<Record<string, Protection | undefined>>)[name];
		return [name, starsFor(how, value, family)] as const;
	});
	return {...Object.fromEntries(stars), ...change, id: record.id};
}

function starsFor(how: Protection | undefined, value: unknown, family: ProviderFamily): unknown {
	if (how === 'values') {
		const inner = Object.entries((value ?? {}) as Values);
		return Object.fromEntries(inner.map(([name, each]) => [name, isSecretValue(family, name, each) ? maskedSecret : each]));
	}
	return typeof value !== 'string' || value === ''
		? value
		: how === 'secret'
			? maskedSecret
			: how === 'address'
				? maskAddress(value)
				: value;
}

/** What was sent of these properties, which mean nothing here. */
export function keptProperties(body: unknown, names: readonly string[]): KeptValues {
	return Object.fromEntries(
		names.flatMap(name => {
			const value = field(body, name);
			return ['boolean', 'number', 'string'].includes(typeof value) ? [[name, value]] : [];
		}),
	);
}
