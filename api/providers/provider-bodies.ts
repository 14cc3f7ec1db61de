import Joi from 'joi';
import {asSecret, readOnlyFields} from '#api/http/fields.ts';
import {kindsBySetting, type ProviderSettings} from '#shared/domain/provider.ts';
import {type Entered, type ProviderFamily, protectedSettings} from '#shared/providers/provider-family.ts';

/** The fields of such a body; the id only in tests. */
export type Given = Partial<Entered<ProviderSettings>> & {id?: string};

/** The bodies of requests that add, change or test a provider. Fields that only replies have are ignored. */
export function providerBodies(family: ProviderFamily, shown: readonly string[]) {
	const {fields, required, example} = family;
	const defaults = family.defaults as Readonly<Record<string, unknown>>; // by name
	const secrets = protectedSettings(family, 'secret');
	const marked = Object.entries(fields).map(([name, schema]) => [name, secrets.includes(name) ? asSecret(schema) : schema]);
	const changeable = forKinds(kindsBySetting(family.kinds), Object.fromEntries(marked) as Record<string, Joi.Schema>);
	const addable = Object.entries(changeable).map(([name, schema]) => {
		const field = required.includes(name) ? schema.required() : schema;
		return [name, name in defaults ? field.default(defaults[name] as Joi.BasicType) : field];
	});
	const whole: Record<string, Joi.Schema> = Object.fromEntries(addable);
	const readOnly = readOnlyFields(...shown.filter(name => !(name in fields)));
	const bodyOf = (schemas: Record<string, Joi.Schema>, sample: unknown) => {
		const body = Joi.object<Given>(schemas);
		return example ? body.example(sample) : body;
	};
	return {
		add: bodyOf(whole, example),
		edit: bodyOf({...changeable, ...readOnly}, 'priority' in fields ? {priority: 10} : {enabled: false}),
		/** With the id of a stored record, masked values mean its stored secrets. */
		test: bodyOf(
			{...whole, ...readOnly, id: Joi.string().max(100).description('Id of a stored record, whose secrets stars stand for.')},
			example,
		),
	};
}

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
