import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {JsonSchema} from '#api/openapi/json-schema.ts';

/** Where the types are, below the folder of the page. */
export const pageTypesFile = 'client/schemas.ts';

const importing = /^(?:import|export) type \{([^}]+)\} from '[^']*\/schemas\.ts'/gm;

/** The schemas that the modules of the page name, which is how they are asked for. */
export function schemasOfPage(folder: string): string[] {
	const files = readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter(name => name.endsWith('.ts'));
	const names = files.flatMap(file =>
		[...readFileSync(join(folder, file), 'utf8').matchAll(importing)].flatMap(([, list = '']) =>
			list.split(',').map(each => each.trim().split(' as ')[0] ?? ''),
		),
	);
	return [...new Set(names)].filter(Boolean).sort();
}

/** These schemas of the API's document as types, with all that they refer to. */
export function pageTypes(schemas: Readonly<Record<string, JsonSchema>>, wanted: readonly string[]): string {
	const names = new Set(wanted);
	const declare = (name: string) => {
		const schema = schemas[name];
		if (!schema) {
			throw new Error(`The document has no schema ${name}.`);
		}
		const type = typeOf(schema, true, other => void names.add(other));
		return schema.properties ? `export interface ${name} ${type}` : `export type ${name} = ${type};`;
	};
	// A name that is added on the way is declared, too.
	const declared: string[] = [];
	for (const name of names) {
		declared.push(declare(name));
	}
	return `${['// Written by `npm run page-types`, from the document of the API.', ...declared].join('\n\n')}\n`;
}

function typeOf(schema: JsonSchema, isTop: boolean, refer: (name: string) => void): string {
	const within = (each: JsonSchema) => typeOf(each, false, refer);
	if (schema.$ref) {
		const name = schema.$ref.split('/').at(-1) ?? '';
		refer(name);
		return name;
	}
	if (schema.enum) {
		return schema.enum.map(value => (typeof value === 'string' ? `'${value}'` : String(value))).join(' | ');
	}
	const parts = schema.anyOf ?? schema.oneOf;
	if (parts) {
		return [...new Set(parts.map(within))].join(' | ');
	}
	if (schema.allOf) {
		return schema.allOf.map(each => `(${within(each)})`).join(' & ');
	}
	const types = [schema.type ?? []].flat();
	return types.map(type => ofType(type, schema, isTop, refer)).join(' | ') || 'unknown';
}

function ofType(type: string, schema: JsonSchema, isTop: boolean, refer: (name: string) => void): string {
	if (type === 'array') {
		const item = typeOf(schema.items ?? {}, false, refer);
		return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
	}
	if (type === 'object') {
		return ofObject(schema, isTop, refer);
	}
	return type === 'integer' ? 'number' : type;
}

function ofObject({properties, required = [], additionalProperties}: JsonSchema, isTop: boolean, refer: (name: string) => void): string {
	if (!properties || Object.keys(properties).length === 0) {
		const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties, false, refer) : 'unknown';
		return `Record<string, ${value}>`;
	}
	const members = Object.entries(properties).map(([name, schema]) => {
		const key = /^\w+$/.test(name) ? name : `'${name}'`;
		return `${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema, false, refer)}`;
	});
	return isTop ? `{\n${members.map(each => `\t${each};\n`).join('')}}` : `{${members.join('; ')}}`;
}
