import type {StoredField} from '#shared/presenters/view.ts';

/** What a field of a reply shows of a stored document. */
export type ShapeField =
	/** The value of a stored field. */
	| string
	/** Fields of an embedded document. */
	| {of: string; fields: Shape}
	/** A stored text, shown in another form. */
	| {text: string; toText: ToText}
	| StoredField;

export type ToText = (stored: string) => string | null;

export interface Shape {
	[name: string]: ShapeField;
}

export type Show =
	| {kind: 'value'; slot: number}
	| {kind: 'presence'; slot: number}
	| {kind: 'document' | 'inner'; slot: number; plan: Plan}
	| {kind: 'text'; slot: number; toText: ToText}
	| {kind: 'number'; slots: number[]; toNumber: (numbers: number[]) => number};

/** A shape prepared for writing. */
export interface Plan {
	/** Names of the stored fields by slot, each with its terminating NUL. */
	names: Buffer[];
	/** `lead` is the text before the value: `{"name":` or `,"name":`. */
	members: {lead: string; show: Show}[];
	/** For each slot, the position (0: missing) and type of its field in the current document. */
	places: Int32Array;
	types: Uint8Array;
}

/** The projection that a query needs for this shape. */
export function toProjection(shape: Shape, above = ''): Record<string, 1> {
	return Object.assign({}, ...Object.values(shape).map(field => pathsOf(field, above)));
}

function pathsOf(field: ShapeField, above: string): Record<string, 1> {
	if (typeof field === 'string') {
		return {[above + field]: 1};
	}
	if ('isPresent' in field) {
		return {};
	}
	if ('text' in field) {
		return {[above + field.text]: 1};
	}
	if ('numbers' in field) {
		return Object.fromEntries(field.numbers.map(name => [above + name, 1 as const]));
	}
	return 'fields' in field ? toProjection(field.fields, `${above}${field.of}.`) : {[`${above}${field.of}.${field.field}`]: 1};
}

export function toPlan(shape: Shape): Plan {
	const names = [...new Set(Object.values(shape).flatMap(storedNames))];
	const members = Object.entries(shape).map(([name, field], index) => {
		const slots = storedNames(field).map(stored => names.indexOf(stored));
		return {lead: `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`, show: toShow(field, slots)};
	});
	const size = names.length;
	return {names: names.map(name => Buffer.from(`${name}\0`)), members, places: new Int32Array(size), types: new Uint8Array(size)};
}

function storedNames(field: ShapeField): readonly string[] {
	if (typeof field === 'string') {
		return [field];
	}
	if ('numbers' in field) {
		return field.numbers;
	}
	if ('text' in field) {
		return [field.text];
	}
	return ['isPresent' in field ? field.isPresent : field.of];
}

function toShow(field: ShapeField, slots: number[]): Show {
	const [slot = 0] = slots;
	if (typeof field === 'string') {
		return {kind: 'value', slot};
	}
	if ('isPresent' in field) {
		return {kind: 'presence', slot};
	}
	if ('text' in field) {
		return {kind: 'text', slot, toText: field.toText};
	}
	if ('numbers' in field) {
		return {kind: 'number', slots, toNumber: field.toNumber};
	}
	return 'fields' in field
		? {kind: 'document', slot, plan: toPlan(field.fields)}
		: {kind: 'inner', slot, plan: toPlan({[field.field]: field.field})};
}
