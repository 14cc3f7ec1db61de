import Joi from 'joi';
import {type BsonShape, createBsonShape, type Shape, type ShapeField, type ToText} from '#shared/lists/bson-shape.ts';
import {createJsonBytes} from '#shared/lists/json-bytes.ts';
import type {AnyField, Fields} from '#shared/presenters/view.ts';

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
			// A row that could not be written left half a list behind.
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
		return {of: name, fields: shapeOf(field.fields)};
	}
	throw new TypeError(`A list cannot show ${name}: it needs the whole record.`);
}
