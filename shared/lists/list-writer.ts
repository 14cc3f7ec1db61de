import Joi from 'joi';
import {
	bson,
	createJsonBytes,
	type JsonBytes,
	readInt32,
	readNumber,
	readText,
	sizeOfValue,
	skipName,
	writeValue,
} from '#shared/lists/bson-json.ts';
import type {AnyField, Fields, StoredField} from '#shared/presenters/view.ts';

export interface ListWriter {
	projection: BsonShape['projection'];
	/**
	 * `{<name>: […], …rest}`; `rest` must not be empty. `beside` has further fields for each row, in the same order;
	 * none of them may be empty.
	 */
	write(rows: readonly Uint8Array[], rest: object, beside?: readonly object[]): Buffer;
}

/**
 * Writes documents of a list directly as MongoDB returns them, in the form of this view. `texts` are stored texts that
 * replies show in another form.
 */
export function createListWriter(name: string, {fields}: {fields: Fields}, texts: Readonly<Record<string, ToText>> = {}): ListWriter {
	const shown = Object.fromEntries(Object.entries(texts).map(([text, toText]) => [text, {text, toText}]));
	const {projection, write: writeRow} = createBsonShape({...toShape(fields), ...shown});
	const json = createJsonBytes();
	return {
		projection,
		write(rows, rest, beside) {
			// A row that could not be written left an incomplete list.
			json.restart();
			const further = beside?.map(each => JSON.stringify(each).slice(1));
			json.ascii(`{"${name}":[`);
			for (const [index, row] of rows.entries()) {
				json.ascii(index === 0 ? '' : ',');
				writeRow(json, row);
				if (further) {
					json.reopen();
					json.utf8(`,${further[index]}`);
				}
			}
			json.ascii('],');
			json.utf8(JSON.stringify(rest).slice(1));
			return json.take();
		},
	};
}

/** How to write the fields of a view directly from stored documents. Throws for a field that needs the whole record. */
export function toShape(fields: Fields): Shape {
	return {...shapeOf(fields), ...('id' in fields && {id: '_id'})};
}

const shapeOf = (fields: Fields): Shape =>
	Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toShapeField(name, field)]));

function toShapeField(name: string, field: AnyField): ShapeField {
	if (Joi.isSchema(field)) {
		return name;
	}
	if ('stored' in field && field.stored) {
		return field.stored;
	}
	if ('fields' in field && field.fields) {
		return {of: name, fields: shapeOf(field.fields), missing: JSON.stringify(field.missing ?? null)};
	}
	throw new TypeError(`A list cannot show ${name}: it needs the whole record.`);
}

/** Writes stored documents as JSON without turning them into objects, which halves the cost of a list of fifty. */
export interface BsonShape {
	/** The fields that the query must request. */
	projection: Record<string, 1>;
	/** Fields missing from the document are written as null. */
	write(json: JsonBytes, document: Uint8Array): void;
}

export function createBsonShape(shape: Shape): BsonShape {
	const plan = toPlan(shape);
	return {projection: toProjection(shape), write: (json, document) => writeDocument(json, plan, {bytes: document, start: 0})};
}

interface DocumentAt {
	bytes: Uint8Array;
	start: number;
}

function writeDocument(json: JsonBytes, plan: Plan, {bytes, start}: DocumentAt): void {
	locate(plan, bytes, start);
	for (const {lead, show} of plan.members) {
		json.ascii(lead);
		writeMember(json, show, {plan, bytes});
	}
	json.ascii('}');
}

function writeMember(json: JsonBytes, show: Show, {plan, bytes}: {plan: Plan; bytes: Uint8Array}): void {
	if (show.kind === 'number') {
		json.number(show.toNumber(show.slots.map(slot => readNumber(typeAt(plan, slot), bytes, plan.offsets[slot] ?? 0))));
		return;
	}
	const type = typeAt(plan, show.slot);
	const offset = plan.offsets[show.slot] ?? 0;
	if (show.kind === 'value' && type === bson.null) {
		json.ascii(show.missing);
	} else if (show.kind === 'value') {
		writeValue(json, type, {bytes, at: offset});
	} else if (show.kind === 'text') {
		json.utf8(JSON.stringify(type === bson.text ? show.toText(readText(bytes, offset)) : null));
	} else if (show.kind === 'presence') {
		json.ascii(type === bson.null ? 'false' : 'true');
	} else if (type !== bson.document) {
		json.ascii(show.missing);
	} else if (show.kind === 'inner') {
		locate(show.plan, bytes, offset);
		writeValue(json, typeAt(show.plan, 0), {bytes, at: show.plan.offsets[0] ?? 0});
	} else {
		writeDocument(json, show.plan, {bytes, start: offset});
	}
}

function typeAt({offsets, types}: Plan, slot: number): number {
	return offsets[slot] === 0 ? bson.null : (types[slot] ?? bson.null);
}

/**
 * Documents of a collection usually have their fields in the same order, so the field after the
 * last match is tried first.
 */
function locate({names, offsets, types}: Plan, bytes: Uint8Array, start: number): void {
	const end = start + readInt32(bytes, start) - 1;
	offsets.fill(0);
	let expected = 0;
	for (let at = start + 4; at < end; ) {
		const type = bytes[at]!; // before the end
		const slot = slotOf(names, expected, {bytes, at: at + 1});
		const value = slot < 0 ? skipName(bytes, at + 1) : at + 1 + names[slot]!.length; // a slot of these names
		if (slot >= 0) {
			offsets[slot] = value;
			types[slot] = type;
			expected = slot + 1;
		}
		at = value + sizeOfValue(type, bytes, value);
	}
}

function slotOf(names: readonly Buffer[], expected: number, {bytes, at}: {bytes: Uint8Array; at: number}): number {
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

/** What a field of a reply shows of a stored document. */
export type ShapeField =
	/** The value of a stored field. */
	| string
	/** Fields of an embedded document. */
	| {of: string; fields: Shape; missing?: string}
	/** A stored text, shown in another form. */
	| {text: string; toText: ToText}
	| StoredField;

export type ToText = (stored: string) => string | null;

export interface Shape {
	[name: string]: ShapeField;
}

export type Show =
	/** `missing` is the JSON of a field that was never stored, or is null. */
	| {kind: 'value'; slot: number; missing: 'null' | '[]'}
	| {kind: 'presence'; slot: number}
	| {kind: 'document' | 'inner'; slot: number; plan: Plan; missing: string}
	| {kind: 'text'; slot: number; toText: ToText}
	| {kind: 'number'; slots: number[]; toNumber: (numbers: number[]) => number};

/** A shape prepared for writing. */
export interface Plan {
	/** Names of the stored fields by slot, each with its terminating NUL. */
	names: Buffer[];
	/** `lead` is the text before the value: `{"name":` or `,"name":`. */
	members: {lead: string; show: Show}[];
	/** For each slot, the position (0: missing) and type of its field in the current document. */
	offsets: Int32Array;
	types: Uint8Array;
}

/** The projection that a query needs for this shape. */
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
	if ('text' in field) {
		return {[above + field.text]: 1};
	}
	if ('array' in field) {
		return {[above + field.array]: 1};
	}
	if ('numbers' in field) {
		return Object.fromEntries(field.numbers.map(name => [above + name, 1 as const]));
	}
	return 'fields' in field ? toProjection(field.fields, `${above}${field.of}.`) : {[`${above}${field.of}.${field.field}`]: 1};
}

function toPlan(shape: Shape): Plan {
	const names = [...new Set(Object.values(shape).flatMap(storedNames))];
	const members = Object.entries(shape).map(([name, field], index) => {
		const slots = storedNames(field).map(stored => names.indexOf(stored));
		return {lead: `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`, show: toShow(field, slots)};
	});
	const size = names.length;
	return {names: names.map(name => Buffer.from(`${name}\0`)), members, offsets: new Int32Array(size), types: new Uint8Array(size)};
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
	if ('array' in field) {
		return [field.array];
	}
	return ['isPresent' in field ? field.isPresent : field.of];
}

function toShow(field: ShapeField, slots: number[]): Show {
	const [slot = 0] = slots;
	if (typeof field === 'string') {
		return {kind: 'value', slot, missing: 'null'};
	}
	if ('isPresent' in field) {
		return {kind: 'presence', slot};
	}
	if ('text' in field) {
		return {kind: 'text', slot, toText: field.toText};
	}
	if ('array' in field) {
		return {kind: 'value', slot, missing: '[]'};
	}
	if ('numbers' in field) {
		return {kind: 'number', slots, toNumber: field.toNumber};
	}
	return 'fields' in field
		? {kind: 'document', slot, plan: toPlan(field.fields), missing: field.missing ?? 'null'}
		: {kind: 'inner', slot, plan: toPlan({[field.field]: field.field}), missing: 'null'};
}
