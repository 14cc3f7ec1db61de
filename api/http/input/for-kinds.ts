import type Joi from 'joi';

/**
 * The same fields, marked for the documentation with the kinds of a record that use them. A field that its kind does
 * not use is taken and changes nothing.
 */
export function forKinds<Fields extends Record<string, Joi.Schema>>(
	kindsOf: {readonly [Name in keyof Fields]?: readonly string[]},
	fields: Fields,
): Fields {
	const marked = Object.entries(fields).map(([name, field]) => {
		const kinds = kindsOf[name];
		return [name, kinds ? field.meta({forKinds: kinds}) : field];
	});
	return Object.fromEntries(marked) as Fields;
}
