import type {JsonSchema} from '#api/openapi/json-schema.ts';

export interface WorstBody {
	/** What was made of which field. */
	name: string;
	json: string;
}

interface Place {
	path: readonly (string | number)[];
	types: readonly string[];
}

type Named = Readonly<Record<string, JsonSchema>>;

/** A little less than a body may have. */
const bytes = 1_000_000;
const deepest = 30;
const mark = '@worst@';

const filled = (part: string, size = bytes) => part.repeat(Math.floor(size / part.length));
const listOf = (count: number, item: (index: number) => string) => `[${Array.from({length: count}, (_, index) => item(index)).join(',')}]`;

/** Texts as JSON; each takes its time in another kind of check. */
const texts: Readonly<Record<string, string>> = {
	letters: `"${filled('a')}x"`,
	folders: `"/${filled('a/')}"`,
	brackets: `"${filled('(a+)+')}$"`,
	'an address': `"http://a${filled('.a')}/?${filled('a=@', bytes / 4)}"`.slice(0, bytes).concat('"'),
	base64: `"${filled('QUJD')}="`,
	'half characters': `"${filled('\\ud800')}"`,
	'control characters': `"${filled('\\u0000')}"`,
	ligatures: `"${filled('ﬃ', bytes / 3)}"`,
	accents: `"a${filled('\u0301', bytes / 2)}"`,
	backslashes: `"${filled('\\\\')}"`,
};
const numbers: Readonly<Record<string, string>> = {
	'a long number': `1${filled('0')}`,
	'a long fraction': `0.${filled('1')}`,
	'a long exponent': `1e${filled('9')}`,
};

function listsOf(nodes: number, item: unknown): Record<string, string> {
	const size = JSON.stringify(item ?? 'a').split(/[,:[{]/).length;
	return {
		'a list of the same': listOf(Math.floor(nodes / size), () => JSON.stringify(item ?? 'a')),
		'a list of texts': listOf(nodes, index => `"${String(index).padEnd(Math.min(190, Math.floor(bytes / nodes) - 4), 'x')}"`),
		'a list of numbers': listOf(nodes, index => String(index)),
		'a list of objects': listOf(Math.floor(nodes / 2), index => `{"a":${index}}`),
		'a list of lists': listOf(Math.floor(nodes / 2), () => '[]'),
	};
}

function objectsOf(nodes: number): Record<string, string> {
	const names = (count: number, length: number) =>
		`{${Array.from({length: count}, (_, index) => `"${String(index).padEnd(length, 'x')}":${index}`).join(',')}}`;
	return {
		'an object of many names': names(nodes, 28),
		'an object of long names': names(2400, 390),
		'the same name again and again': `{${Array.from({length: nodes}, () => '"name":"a"').join(',')}}`,
		'an object in an object': `${'{"a":'.repeat(deepest)}1${'}'.repeat(deepest)}`,
	};
}

/** Bodies that are wrong in one field, or right but very large, for each field that a schema has. */
export function worstBodies(schema: JsonSchema, {named, right, nodes}: {named: Named; right: object; nodes: number}): WorstBody[] {
	const whole = Object.entries({...objectsOf(nodes), ...listsOf(nodes, right), ...numbers, letters: texts['letters'] ?? ''});
	const bodies = whole.map(([what, json]) => ({name: `${what} as the body`, json}));
	for (const {path, types} of placesIn(schema, named)) {
		const isAny = types.length === 0;
		const values = {
			...(isAny || types.includes('string') ? texts : {}),
			...(isAny || types.includes('number') || types.includes('integer') ? numbers : {}),
			...(isAny || types.includes('array') ? listsOf(nodes - 50, itemAt(right, path)) : {}),
			...(isAny || types.includes('object') ? objectsOf(nodes - 50) : {}),
		};
		const frame = JSON.stringify(withMark(right, path));
		bodies.push(
			...Object.entries(values).map(([what, json]) => ({
				name: `${what} in ${path.join('.')}`,
				json: frame.replace(`"${mark}"`, () => json),
			})),
		);
	}
	return bodies;
}

/** Fields, also those of objects and lists within, as deep as anybody writes by hand. */
function placesIn(schema: JsonSchema, named: Named, path: Place['path'] = []): Place[] {
	if (path.length > 3) {
		return [];
	}
	return variantsOf(schema, named).flatMap(each => {
		const fields = Object.entries(each.properties ?? {}).filter(([, field]) => !field['x-ignored']);
		const inner = [...fields, ...(each.items ? [[0, each.items] as const] : [])];
		return inner.flatMap(([name, field]) => {
			const here = [...path, name];
			const types = [...new Set(variantsOf(field, named).flatMap(({type}) => type ?? []))];
			return [{path: here, types}, ...placesIn(field, named, here)];
		});
	});
}

function variantsOf(schema: JsonSchema, named: Named): JsonSchema[] {
	const known = schema.$ref ? named[schema.$ref.split('/').at(-1) ?? ''] : schema;
	const choices = known?.anyOf ?? known?.oneOf ?? [];
	return known ? [known, ...choices.flatMap(each => variantsOf(each, named))] : [];
}

type Container = Record<string | number, unknown>;

function itemAt(right: object, path: Place['path']): unknown {
	const found = path.reduce<unknown>((value, part) => (value as Container | null)?.[part], right);
	return Array.isArray(found) ? found[0] : undefined;
}

/** The right body with the mark in this place; what is missing on the way is added. */
function withMark(right: object, path: Place['path']): object {
	const copy = structuredClone(right) as Container;
	let at = copy;
	for (const [index, part] of path.slice(0, -1).entries()) {
		const next = typeof at[part] === 'object' && at[part] !== null ? at[part] : typeof path[index + 1] === 'number' ? [] : {};
		at[part] = next;
		at = next as Container;
	}
	at[path.at(-1) ?? ''] = mark;
	return copy;
}
