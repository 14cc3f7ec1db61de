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
}
