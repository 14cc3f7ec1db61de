import type {ValidateFunction} from 'ajv';
import {Ajv2020} from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type {OpenApiDocument} from '#api/openapi/document.ts';

export interface SeenReply {
	method: string;
	/** Includes the query; relative to the base path. */
	path: string;
	status: number;
	contentType: string;
	body: unknown;
}

/** Compares a reply with the document; returns what is wrong, or null. */
export type Contract = (reply: SeenReply) => string | null;

const problemRef = 'api#/components/schemas/Problem';

export function createContract(document: OpenApiDocument): Contract {
	// Code for a few replies is compiled for longer than it runs.
	const ajv = new Ajv2020({strict: false, allErrors: true, inlineRefs: false, code: {optimize: false}});
	addFormats.default(ajv);
	ajv.addSchema(document, 'api');
	const validators = new Map<string, ValidateFunction>();
	const templates = Object.keys(document.paths)
		.map(template => ({template, form: new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)}))
		.sort((a, b) => a.template.split('{').length - b.template.split('{').length);

	function faultsOf(ref: string, body: unknown): string | null {
		const validate = validators.get(ref) ?? ajv.compile({$ref: ref});
		validators.set(ref, validate);
		return validate(body) ? null : ajv.errorsText(validate.errors, {dataVar: 'reply'});
	}

	return ({method, path, status, contentType, body}) => {
		const [plain = ''] = path.split('?');
		const asked = method === 'HEAD' ? 'get' : method.toLowerCase();
		const template = templates.find(({form}) => form.test(plain))?.template;
		if (template === undefined || !document.paths[template]?.[asked]) {
			return status >= 400 && plain.startsWith('/api') ? faultsOf(problemRef, body) : null;
		}
		const documented = document.paths[template]?.[asked]?.responses[status];
		if (!documented) {
			return `${status} is not documented`;
		}
		const [mediaType] = Object.keys(documented.content ?? {});
		if (method === 'HEAD' || mediaType === undefined) {
			return method === 'HEAD' || body === '' ? null : 'no body is documented';
		}
		if (!/json/.test(mediaType)) {
			return null;
		}
		const given = contentType.split(';')[0] ?? '';
		const pointer = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
		const ref = `api#/paths/${pointer(template)}/${asked}/responses/${status}/content/${pointer(mediaType)}/schema`;
		return given === mediaType ? faultsOf(ref, body) : `its type is ${given}, not ${mediaType}`;
	};
}
