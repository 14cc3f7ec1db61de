import type {SettingDefinition} from '#shared/settings/define.ts';

/** JSON Schema for the values of a setting; a secret is shown as stars. */
export function settingJsonSchema(definition: SettingDefinition) {
	const {description} = definition;
	switch (definition.type) {
		case 'boolean':
			return {type: 'boolean', description};
		case 'integer':
		case 'number':
			return {type: definition.type, minimum: definition.min, maximum: definition.max, description};
		case 'string':
			return {
				type: 'string',
				maxLength: definition.maxLength,
				...(definition.pattern && {pattern: definition.pattern.form.source}),
				description,
			};
		case 'enum':
			return {type: 'string', enum: [...definition.values], description};
		case 'list':
			return {type: 'array', items: {type: 'string'}, maxItems: definition.maxItems, description};
	}
}
