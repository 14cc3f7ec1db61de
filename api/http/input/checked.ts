import type {Request} from 'express';
import type Joi from 'joi';
import type {Fault} from '#shared/errors.ts';

const options: Joi.ValidationOptions = {
	errors: {wrap: {label: false}, label: 'path'},
	// joi's own messages repeat the value, which may be a password.
	messages: {
		'string.pattern.base': '{{#label}} has a wrong form',
		'string.pattern.name': '{{#label}} must be {{#name}}',
	},
};

interface How {
	/** Takes what is found, unless something is known of the same place. */
	faults: Fault[];
	/** Texts become what the schema asks for, as in a query. */
	convert: boolean;
	abortEarly: boolean;
}

/** The value as the schema has it. */
export function checked<T>(schema: Joi.Schema<T>, value: unknown, {faults, ...how}: How): T | undefined {
	const result = schema.validate(value, {...options, ...how});
	if (result.error) {
		const known = new Set(faults.map(({path}) => path));
		const found = result.error.details.map(({path, message}) => ({path: toPath(path), message}));
		faults.push(...found.filter(({path}) => !known.has(path)));
	}
	return result.value;
}

function toPath(path: (string | number)[]): string {
	return path.reduce<string>((text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${part}` : part), '');
}

/** Unknown parameters are ignored; a repeated or empty one is a fault. */
export function knownParameters(schema: Joi.ObjectSchema, request: Request, faults: Fault[]): Record<string, unknown> {
	const values: Record<string, unknown> = {};
	for (const name of keysOf(schema)) {
		const value = request.query[name];
		if (Array.isArray(value)) {
			faults.push({path: name, message: `${name} must be given only once`});
		} else if (value === '') {
			faults.push({path: name, message: `${name} must not be empty`});
		} else if (typeof value === 'string' && value.includes('\0')) {
			faults.push({path: name, message: `${name} must not contain the character NUL`});
		} else if (value !== undefined) {
			values[name] = value;
		}
	}
	return values;
}

function keysOf(schema: Joi.ObjectSchema): string[] {
	return [...((schema as unknown as {$_terms: {keys?: {key: string}[]}}).$_terms.keys ?? [])].map(({key}) => key); // what describe() reads, without its cost
}
