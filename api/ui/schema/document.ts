import {type Data, useData} from '../state/use-data.ts';

/** JSON Schema, as far as forms are made from it. */
export interface Schema {
	type?: string | readonly string[];
	title?: string;
	description?: string;
	enum?: readonly unknown[];
	const?: unknown;
	default?: unknown;
	format?: string;
	readOnly?: boolean;
	writeOnly?: boolean;
	deprecated?: boolean;
	minimum?: number;
	maximum?: number;
	maxLength?: number;
	maxItems?: number;
	properties?: Record<string, Schema>;
	required?: readonly string[];
	items?: Schema;
	additionalProperties?: boolean | Schema;
	anyOf?: readonly Schema[];
	oneOf?: readonly Schema[];
	$ref?: string;
	/** The path of a folder on the disks of the service. */
	'x-folder'?: boolean;
	/** It is a format of names of this kind. */
	'x-name-format'?: string;
	/** Usual values with their names. */
	'x-choices'?: readonly {value: string | number; label: string}[];
	/** How many units of the service one of the form is. */
	'x-scale'?: number;
	/** Values of `kind` or `type` that use the field; all if it is missing. */
	'x-for-kinds'?: readonly string[];
}

interface Content {
	content?: Record<string, {schema?: Schema}>;
}

interface Operation {
	summary?: string;
	requestBody?: Content;
	responses?: Record<string, Content>;
}

export interface OpenApi {
	paths: Record<string, Record<string, Operation>>;
	components?: {schemas?: Record<string, Schema>};
}

/** No schema of the service is deeper; one that contains itself ends here. */
const maxLevels = 12;

/** The service describes itself; what it does not have, the page does not offer. */
export function useDocument() {
	const document: Data<OpenApi> = useData('api/openapi.json', {isKept: true});
	return document;
}

/** @param path As in the document: `/api/indexers/{id}`. */
export function operationOf({paths}: OpenApi, method: string, path: string) {
	const shape = shapeOf(path);
	const known = paths[path] ?? Object.entries(paths).find(([each]) => shapeOf(each) === shape)?.[1];
	return known?.[method] ?? null;
}

/** The names of parameters do not matter. */
const shapeOf = (path: string) => path.replaceAll(/\{[^}]*\}/g, '{}');

/** What an operation wants as its body, without references. */
export function bodyOf(document: OpenApi, method: string, path: string) {
	const schema = operationOf(document, method, path)?.requestBody?.content?.['application/json']?.schema;
	return schema ? inlined(schema, document, maxLevels) : null;
}

function inlined(schema: Schema, document: OpenApi, levels: number): Schema {
	if (levels === 0) {
		return {};
	}
	const {$ref, ...own} = schema;
	const referred = $ref ? document.components?.schemas?.[$ref.split('/').pop() ?? ''] : undefined;
	const whole = {...referred, ...own};
	const next = (part: Schema) => inlined(part, document, levels - 1);
	const {properties, items, anyOf, oneOf, additionalProperties} = whole;
	return {
		...whole,
		...(properties && {properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, next(part)]))}),
		...(items && {items: next(items)}),
		...(anyOf && {anyOf: anyOf.map(next)}),
		...(oneOf && {oneOf: oneOf.map(next)}),
		...(typeof additionalProperties === 'object' && {additionalProperties: next(additionalProperties)}),
	};
}
