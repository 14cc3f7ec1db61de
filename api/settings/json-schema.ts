import type {SettingDefinition} from '#shared/settings/definition.ts';

/** What the documentation tells of the values of a setting; stars stand for a secret. */
export function settingJsonSchema(definition: SettingDefinition) {
	const {description} = definition;
	switch (definition.type) {
		case 'boolean':
			return {type: 'boolean', description};
		case 'integer':
		case 'number':
			return {type: definition.type, minimum: definition.min, maximum: definition.max, description};
		case 'string':
			return {type: 'string', maxLength: definition.maxLength, description};
		case 'enum':
			return {type: 'string', enum: [...definition.values], description};
		case 'list':
			return {type: 'array', items: {type: 'string'}, maxItems: definition.maxItems, description};
	}
}
