import Joi from 'joi';
import type {Connection} from 'mongoose';
import {jobs} from '#shared/jobs/index.ts';
import {type Job, payloadVersion} from '#shared/jobs/job.ts';
import {dataVersion} from '#shared/store/system/installation.ts';

/** What a version writes that others read: of each field its type, whether it is required, and its only values. */
export interface Shapes {
	payloadVersion: number;
	dataVersion: number;
	/** Jobs, and the fields of their payloads. */
	payloads: Record<string, Record<string, string>>;
	/** Jobs, and the fields of their answers. */
	answers: Record<string, Record<string, string>>;
	/** Collections, and the fields of their documents. */
	documents: Record<string, Record<string, string>>;
	/** Collections, and the keys of their indexes by name. */
	indexes: Record<string, Record<string, string>>;
	/** The kinds of values in Redis. One of another form has another name. */
	redis: readonly string[];
}

interface Described {
	type: string;
	keys?: Record<string, Described>;
	items?: Described[];
	matches?: {schema?: Described}[];
	flags?: {presence?: string; only?: boolean};
	allow?: unknown[];
}

/** The fields of a schema by their paths; items of a list are `[]`, alternatives `|`. */
function fieldsOf(schema: Joi.Schema): Record<string, string> {
	const fields: Record<string, string> = {};
	const walk = ({type, keys = {}, items = [], matches = [], flags = {}, allow = []}: Described, path: string) => {
		const values = flags.only ? ` of ${allow.map(String).toSorted().join(',')}` : allow.includes(null) ? ' or null' : '';
		const isOptional = flags.presence === 'optional' ? ' optional' : '';
		fields[path] = [fields[path], `${type}${values}${isOptional}`].filter(Boolean).join(' | ');
		for (const [name, each] of Object.entries(keys)) {
			walk(each, path === '' ? name : `${path}.${name}`);
		}
		for (const each of items) {
			walk(each, `${path}[]`);
		}
		for (const {schema: each} of matches) {
			if (each) {
				walk(each, `${path}|`);
			}
		}
	};
	walk(schema.describe() as Described, '');
	return fields;
}

const byName = <T>(all: Record<string, T>): Record<string, T> =>
	Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)));

function documentsOf({models}: Connection) {
	const all = Object.values(models).map(({schema, collection}) => {
		const fields = Object.fromEntries(Object.entries(schema.paths).map(([path, {instance}]) => [path, instance]));
		return [collection.collectionName, byName(fields)] as const;
	});
	return byName(Object.fromEntries(all));
}

function indexesOf({models}: Connection) {
	const all = Object.values(models).map(({schema, collection}) => {
		const named = schema.indexes().map(([key, {name, unique = false}]) => {
			const text = JSON.stringify([key, unique]);
			return [name ?? Object.entries(key).flat().join('_'), text] as const;
		});
		return [collection.collectionName, byName(Object.fromEntries(named))] as const;
	});
	return byName(Object.fromEntries(all.filter(([, named]) => Object.keys(named).length > 0)));
}

/** What this version writes. */
export function shapesOf(connection: Connection, redis: readonly string[]): Shapes {
	const declared = Object.values(jobs) as unknown as Job<unknown, unknown>[];
	const fields = (pick: (job: Job<unknown, unknown>) => Joi.Schema | undefined) =>
		byName(Object.fromEntries(declared.flatMap(job => (pick(job) ? [[job.name, fieldsOf(pick(job) ?? Joi.any())]] : []))));
	return {
		...{payloadVersion, dataVersion},
		payloads: fields(({payload}) => payload),
		answers: fields(({result}) => result),
		documents: documentsOf(connection),
		indexes: indexesOf(connection),
		redis: redis.toSorted(),
	};
}

const parentOf = (path: string) => path.replace(/(?:\.?[^.[\]]+|\[\])$/, '');
const isRequired = (field: string) => !field.includes('optional');
const valuesOf = (field: string) => new Set(/ of (\S*)/.exec(field)?.[1]?.split(',') ?? []);

/** What the version before, which runs beside this one, would take for wrong or not find. Empty if all is well. */
export function whatBreaks(before: Shapes, now: Shapes): string[] {
	const isNewPayload = now.payloadVersion > before.payloadVersion;
	const isNewData = now.dataVersion > before.dataVersion;
	return [
		...Object.entries(before.payloads).flatMap(([job, fields]) => ofPayload(job, fields, now.payloads[job], isNewPayload)),
		...Object.entries(before.answers).flatMap(([job, fields]) => lost(`the answer of ${job}`, fields, now.answers[job])),
		...(isNewData
			? []
			: Object.entries(before.documents).flatMap(([name, fields]) => lost(`documents of ${name}`, fields, now.documents[name]))),
		...Object.entries(before.indexes).flatMap(([name, own]) =>
			Object.entries(own).flatMap(([index, keys]) => {
				const other = now.indexes[name]?.[index];
				return other === undefined || other === keys ? [] : [`The index ${index} of ${name} has another form: give it another name.`];
			}),
		),
	];
}

function ofPayload(job: string, before: Record<string, string>, now: Record<string, string> | undefined, isNewer: boolean): string[] {
	if (!now) {
		return [`The job ${job} is gone: keep its handler for one version.`];
	}
	const gone = Object.keys(before).filter(path => !(path in now));
	// What lies in a new field, or in one of several forms, is demanded of those only that have it.
	const demanded = Object.keys(now).filter(
		path => !(path in before) && parentOf(path) in before && !path.includes('|') && isRequired(now[path] ?? ''),
	);
	const fewer = Object.keys(before).filter(path => path in now && !valuesOf(before[path] ?? '').isSubsetOf(valuesOf(now[path] ?? '')));
	const added = Object.keys(now).filter(path => path in before && now[path] !== before[path] && !fewer.includes(path));
	return [
		...gone.map(path => `${job} does not take ${path} any more: jobs of the version before have it.`),
		...demanded.map(path => `${job} demands ${path}: make it optional for one version.`),
		...fewer.map(path => `${job} does not take every value of ${path} any more: jobs of the version before have them.`),
		...(isNewer ? [] : added.map(path => `${path} of ${job} is "${now[path]}" instead of "${before[path]}": raise payloadVersion.`)),
	];
}

function lost(where: string, before: Record<string, string>, now: Record<string, string> = {}): string[] {
	return Object.entries(before).flatMap(([path, type]) =>
		path in now && now[path] !== type && !isOnlyMore(type, now[path] ?? '')
			? [`${path} in ${where} is "${now[path]}" instead of "${type}".`]
			: path in now
				? []
				: [`${path} is missing in ${where}.`],
	);
}

const isOnlyMore = (before: string, now: string) => valuesOf(before).size > 0 && valuesOf(before).isSubsetOf(valuesOf(now));
