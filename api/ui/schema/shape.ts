import type {Schema} from './document.ts';

type Kind = 'choice' | 'flag' | 'number' | 'text' | 'secret' | 'texts' | 'choices' | 'group' | 'list' | 'variants' | 'map' | 'none';

const isOf = ({type}: Schema, name: string) => type === name || (Array.isArray(type) && type.includes(name));

/** The schema without the alternative that nothing is given, and whether that is one. */
export function withoutNull(schema: Schema): {schema: Schema; isNullable: boolean} {
	const parts = schema.anyOf ?? schema.oneOf;
	const others = parts?.filter(part => !(part.type === 'null' || part.const === null));
	const only = others?.length === 1 ? others[0] : undefined;
	if (only && parts && others && parts.length > others.length) {
		const {anyOf: _any, oneOf: _one, ...own} = schema;
		return {schema: {...only, ...own}, isNullable: true};
	}
	return {schema, isNullable: isOf(schema, 'null')};
}

/** The alternatives of a schema that are told apart by a field with a fixed value. */
export function variantsOf({anyOf, oneOf}: Schema) {
	const parts = anyOf ?? oneOf ?? [];
	const [first] = parts;
	const name = Object.keys(first?.properties ?? {}).find(each => parts.every(part => fixedValue(part.properties?.[each]) !== undefined));
	return name === undefined ? null : {name, variants: parts.map(part => ({value: fixedValue(part.properties?.[name]), schema: part}))};
}

function fixedValue(schema: Schema | undefined) {
	return schema?.const ?? (schema?.enum?.length === 1 ? schema.enum[0] : undefined);
}

/** How a value is entered; `none` for what a person cannot enter. */
export function kindOf(schema: Schema): Kind {
	if (schema.readOnly) {
		return 'none';
	}
	if (schema.enum) {
		return 'choice';
	}
	if (isOf(schema, 'object')) {
		const hasFields = Object.keys(schema.properties ?? {}).length > 0;
		return hasFields ? 'group' : typeof schema.additionalProperties === 'object' ? 'map' : 'none';
	}
	if (isOf(schema, 'array')) {
		return listKind(schema.items ?? {});
	}
	if (isOf(schema, 'string')) {
		return schema.format === 'password' ? 'secret' : 'text';
	}
	if (isOf(schema, 'boolean')) {
		return 'flag';
	}
	return isOf(schema, 'integer') || isOf(schema, 'number') ? 'number' : variantsOf(schema) ? 'variants' : 'none';
}

function listKind(items: Schema): Kind {
	const kind = kindOf(items);
	if (kind === 'choice') {
		return 'choices';
	}
	return kind === 'text' || kind === 'number' ? 'texts' : 'list';
}

/** What is in an empty form. */
export function emptyValue(given: Schema): any {
	if (given.default !== undefined) {
		return given.default;
	}
	const {schema, isNullable} = withoutNull(given);
	if (isNullable) {
		return null;
	}
	switch (kindOf(schema)) {
		case 'choice':
			return schema.enum?.[0];
		case 'flag':
			return false;
		case 'group':
			return Object.fromEntries(requiredFields(schema).map(([name, part]) => [name, emptyValue(part)]));
		case 'list':
		case 'texts':
		case 'choices':
			return [];
		case 'variants':
			return emptyValue(variantsOf(schema)?.variants[0]?.schema ?? {});
		default:
			return undefined;
	}
}

/** Whether a field means something for a record of this kind; keys have a type. */
export function isForKind(field: Schema, {kind, type}: Record<string, unknown>) {
	return field['x-for-kinds']?.includes(String(kind ?? type)) ?? true;
}

export function fieldsOf({properties = {}}: Schema): [name: string, schema: Schema][] {
	return Object.entries(properties).filter(([, part]) => kindOf(withoutNull(part).schema) !== 'none' && !part.deprecated);
}

/** Those that must be there, or have a default. */
function requiredFields(schema: Schema) {
	return fieldsOf(schema).filter(([name, part]) => schema.required?.includes(name) || part.default !== undefined);
}
