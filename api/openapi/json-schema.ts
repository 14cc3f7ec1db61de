import Joi from 'joi';
import type {Choice} from '#shared/presenters/choices.ts';

/** The parts of JSON Schema 2020-12 that the documentation uses. */
export interface JsonSchema {
	$ref?: string;
	type?: string | string[];
	properties?: Record<string, JsonSchema>;
	required?: string[];
	additionalProperties?: boolean | JsonSchema;
	minProperties?: number;
	maxProperties?: number;
	items?: JsonSchema;
	minItems?: number;
	maxItems?: number;
	uniqueItems?: boolean;
	minLength?: number;
	maxLength?: number;
	pattern?: string;
	format?: string;
	contentEncoding?: string;
	minimum?: number;
	maximum?: number;
	enum?: unknown[];
	allOf?: JsonSchema[];
	anyOf?: JsonSchema[];
	oneOf?: JsonSchema[];
	not?: JsonSchema;
	default?: unknown;
	examples?: unknown[];
	title?: string;
	description?: string;
	/** Replies never have it. */
	writeOnly?: boolean;
	/** May be sent, and changes nothing. */
	'x-ignored'?: boolean;
	/** Values of `kind` for which the field means something; all if it is missing. */
	'x-for-kinds'?: readonly string[];
	/** The path of a folder, as `/api/folders` lists them. */
	'x-folder'?: boolean;
	/** Usual values with their names; others are taken, too. */
	'x-choices'?: readonly Choice[];
}

export interface DescribedRule {
	name: string;
	args?: {limit?: number | object; regex?: string; options?: {name?: string}};
}

export interface DescribedPeers {
	rel: string;
	/** For `with` and `without`: the field whose presence matters. */
	key?: string;
	peers: string[];
}

/** The parts of joi's schema description that the documentation uses. */
export interface Described {
	type: string;
	flags?: {
		only?: boolean;
		presence?: string;
		default?: unknown;
		result?: string;
		unknown?: boolean;
		/** For a number: any size is accepted. */
		unsafe?: boolean;
		description?: string;
	};
	allow?: unknown[];
	rules?: DescribedRule[];
	metas?: {
		choices?: readonly Choice[];
		clampedTo?: [number, number];
		folder?: true;
		forKinds?: readonly string[];
		jsonSchema?: JsonSchema;
		neverEmpty?: true;
		schemaName?: string;
		secret?: boolean;
	}[];
	examples?: unknown[];
	keys?: Record<string, Described>;
	patterns?: {rule: Described}[];
	dependencies?: DescribedPeers[];
	items?: Described[];
	matches?: {schema?: Described; switch?: {is: Described; then: Described}[]}[];
}

/**
 * joi's description of a schema. joi compares each description with rules of its own, and those of nested schemas again
 * at every level above them: most of the time that the document takes. Here that comparison is left out.
 */
export function describe(schema: Joi.Schema): Described {
	const {assert} = Joi;
	Joi.assert = () => {};
	try {
		return schema.describe() as unknown as Described; // joi types its own description more loosely
	} finally {
		Joi.assert = assert;
	}
}
