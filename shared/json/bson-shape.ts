import {bson, readInt32, sizeOfValue, skipName, writeValue} from './bson-value.ts';
import type {JsonBytes} from './json-bytes.ts';

/** What a field of a reply shows of a stored one: its value, the fields of the document in it (or one of them), or whether it holds anything. */
export type ShapeField = string | {of: string; fields: Shape} | {of: string; field: string} | {isPresent: string};
export interface Shape {
	[name: string]: ShapeField;
}

/** Writes stored documents as JSON without making objects of them: a list of fifty costs a third of that. */
export interface BsonShape {
	/** What a query has to ask for. */
	projection: Record<string, 1>;
	/** Fields that the document lacks are null. */
	write(json: JsonBytes, document: Uint8Array): void;
}

interface Member {
	/** `{"name":` or `,"name":`. */
	lead: string;
	/** Which of the stored fields. */
	slot: number;
	show: 'value' | 'presence' | Plan;
	/** Shows the one field of the plan, without a document around it. */
	isInner: boolean;
}

interface Plan {
	/** Of the stored fields, with the NUL that ends a name. */
	names: Buffer[];
	members: Member[];
	/** Where in the present document each stored field lies, and of which type it is. */
	places: Int32Array;
	types: Uint8Array;
}

export function createBsonShape(shape: Shape): BsonShape {
	const plan = toPlan(shape);
	return {projection: toProjection(shape), write: (json, document) => writeDocument(json, plan, document, 0)};
}

function toProjection(shape: Shape, above = ''): Record<string, 1> {
	return Object.assign({}, ...Object.values(shape).map(field => pathsOf(field, above)));
}

function pathsOf(field: ShapeField, above: string): Record<string, 1> {
	if (typeof field === 'string') {
		return {[above + field]: 1};
	}
	if ('isPresent' in field) {
		return {};
	}
	return 'fields' in field ? toProjection(field.fields, `${above}${field.of}.`) : {[`${above}${field.of}.${field.field}`]: 1};
}

function toPlan(shape: Shape): Plan {
	const names = [...new Set(Object.values(shape).map(storedName))];
	const members = Object.entries(shape).map(([name, field], index): Member => {
		const lead = `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`;
		return {lead, slot: names.indexOf(storedName(field)), isInner: typeof field === 'object' && 'field' in field, show: showOf(field)};
	});
	const size = names.length;
	return {names: names.map(name => Buffer.from(`${name}\0`)), members, places: new Int32Array(size), types: new Uint8Array(size)};
}

function storedName(field: ShapeField): string {
	if (typeof field === 'string') {
		return field;
	}
	return 'isPresent' in field ? field.isPresent : field.of;
}

function showOf(field: ShapeField): Member['show'] {
	if (typeof field === 'string') {
		return 'value';
	}
	if ('isPresent' in field) {
		return 'presence';
	}
	return toPlan('fields' in field ? field.fields : {[field.field]: field.field});
}

function writeDocument(json: JsonBytes, plan: Plan, bytes: Uint8Array, start: number): void {
	locate(plan, bytes, start);
	for (const {lead, slot, show, isInner} of plan.members) {
		const place = plan.places[slot]!; // as many places as slots
		const type = place === 0 ? bson.null : plan.types[slot]!; // likewise
		json.ascii(lead);
		if (show === 'value') {
			writeValue(json, type, bytes, place);
		} else if (show === 'presence') {
			json.ascii(type === bson.null ? 'false' : 'true');
		} else if (type !== bson.document) {
			json.ascii('null');
		} else if (isInner) {
			locate(show, bytes, place);
			const inner = show.places[0]!; // one field
			writeValue(json, inner === 0 ? bson.null : show.types[0]!, bytes, inner);
		} else {
			writeDocument(json, show, bytes, place);
		}
	}
	json.ascii('}');
}

/** Documents of one collection have their fields in much the same order, so the next one is looked for first. */
function locate({names, places, types}: Plan, bytes: Uint8Array, start: number): void {
	const end = start + readInt32(bytes, start) - 1;
	places.fill(0);
	let expected = 0;
	for (let at = start + 4; at < end; ) {
		const type = bytes[at]!; // before the end
		const slot = slotOf(names, expected, bytes, at + 1);
		const value = slot < 0 ? skipName(bytes, at + 1) : at + 1 + names[slot]!.length; // a slot of these names
		if (slot >= 0) {
			places[slot] = value;
			types[slot] = type;
			expected = slot + 1;
		}
		at = value + sizeOfValue(type, bytes, value);
	}
}

function slotOf(names: readonly Buffer[], expected: number, bytes: Uint8Array, at: number): number {
	for (let tried = 0; tried < names.length; tried += 1) {
		const slot = (expected + tried) % names.length;
		if (isName(names[slot]!, bytes, at)) {
			return slot;
		}
	}
	return -1;
}

function isName(name: Buffer, bytes: Uint8Array, at: number): boolean {
	for (let index = 0; index < name.length; index += 1) {
		if (bytes[at + index] !== name[index]) {
			return false;
		}
	}
	return true;
}
