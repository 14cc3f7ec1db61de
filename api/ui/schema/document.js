import {useData} from '../state/use-data.js';

/**
 * JSON Schema, as far as forms are made from it.
 * @typedef {object} Schema
 * @property {string | readonly string[]} [type]
 * @property {string} [title]
 * @property {string} [description]
 * @property {readonly unknown[]} [enum]
 * @property {unknown} [const]
 * @property {unknown} [default]
 * @property {string} [format]
 * @property {boolean} [readOnly]
 * @property {boolean} [writeOnly]
 * @property {boolean} [deprecated]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [maxLength]
 * @property {number} [maxItems]
 * @property {Record<string, Schema>} [properties]
 * @property {readonly string[]} [required]
 * @property {Schema} [items]
 * @property {boolean | Schema} [additionalProperties]
 * @property {readonly Schema[]} [anyOf]
 * @property {readonly Schema[]} [oneOf]
 * @property {string} [$ref]
 * @property {boolean} [x-folder] The path of a folder on the disks of the service.
 * @property {string} [x-name-format] It is a format of names of this kind.
 * @property {readonly {value: string | number, label: string}[]} [x-choices] Usual values with their names.
 * @property {number} [x-scale] How many units of the service one of the form is.
 * @property {readonly string[]} [x-for-kinds] Values of `kind` or `type` that use the field; all if it is missing.
 *
 * @typedef {{content?: Record<string, {schema?: Schema}>}} Content
 * @typedef {{summary?: string, requestBody?: Content, responses?: Record<string, Content>}} Operation
 * @typedef {{paths: Record<string, Record<string, Operation>>, components?: {schemas?: Record<string, Schema>}}} OpenApi
 */

/** No schema of the service is deeper; one that contains itself ends here. */
const maxLevels = 12;

/** The service describes itself; what it does not have, the page does not offer. */
export function useDocument() {
	/** @type {import('../state/use-data.js').Data<OpenApi>} */
	const document = useData('api/openapi.json', {isKept: true});
	return document;
}

/** @param {OpenApi} document @param {string} method @param {string} path As in the document: `/api/indexers/{id}`. */
export function operationOf({paths}, method, path) {
	const shape = shapeOf(path);
	const known = paths[path] ?? Object.entries(paths).find(([each]) => shapeOf(each) === shape)?.[1];
	return known?.[method] ?? null;
}

/** The names of parameters do not matter. @param {string} path */
const shapeOf = path => path.replaceAll(/\{[^}]*\}/g, '{}');

/**
 * What an operation wants as its body, without references.
 * @param {OpenApi} document
 * @param {string} method
 * @param {string} path
 */
export function bodyOf(document, method, path) {
	const schema = operationOf(document, method, path)?.requestBody?.content?.['application/json']?.schema;
	return schema ? inlined(schema, document, maxLevels) : null;
}

/** @param {Schema} schema @param {OpenApi} document @param {number} levels @returns {Schema} */
function inlined(schema, document, levels) {
	if (levels === 0) {
		return {};
	}
	const {$ref, ...own} = schema;
	const referred = $ref ? document.components?.schemas?.[$ref.split('/').pop() ?? ''] : undefined;
	const whole = {...referred, ...own};
	const next = (/** @type {Schema} */ part) => inlined(part, document, levels - 1);
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
