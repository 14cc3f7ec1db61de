import Joi from 'joi';
import type {AnyField, Fields} from '#shared/presenters/view.ts';
import type {Shape, ShapeField} from './json/shape.ts';

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
