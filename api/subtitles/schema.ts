import Joi from 'joi';
import {queryFlag} from '#api/http/route.ts';
import {hourMs} from '#shared/domain/durations.ts';
import {subtitleLanguages} from '#shared/domain/languages/subtitle-languages.ts';

export interface SubtitleParams {
	id: string;
	subtitleId: string;
}
export const subtitleParams = Joi.object<SubtitleParams, true>({id: Joi.string().required(), subtitleId: Joi.string().required()});

const known: ReadonlySet<string> = new Set(subtitleLanguages);
const maxLanguages = 20;
const languagesMessage = `{{#label}} must be up to ${maxLanguages} language codes such as en,pt-br, separated by commas`;

export interface SearchQuery {
	languages?: string[];
}
export const searchQuery = Joi.object<SearchQuery>({
	languages: Joi.string()
		.max(200)
		.custom((text: string, {error}) => {
			const codes = [...new Set(text.toLowerCase().split(','))].map(code => code.trim());
			return codes.length <= maxLanguages && codes.every(code => known.has(code)) ? codes : error('any.only');
		})
		.description('Language codes such as `en,pt-br`; those of the language profile if not given.')
		.messages({'any.only': languagesMessage, 'string.max': languagesMessage}),
});

export interface DeleteQuery {
	blocklist: boolean;
}
export const deleteQuery = Joi.object<DeleteQuery, true>({
	blocklist: queryFlag().default(false).description('A downloaded subtitle is not downloaded again for this title.'),
});

/** Milliseconds. No subtitle is further off. */
const largestOffsetMs = hourMs;

export interface ShiftBody {
	offsetMs: number;
}
export const shiftBody = Joi.object<ShiftBody, true>({
	offsetMs: Joi.number()
		.integer()
		.invalid(0)
		.min(-largestOffsetMs)
		.max(largestOffsetMs)
		.required()
		.description('Milliseconds by which it comes later; earlier if negative. At most an hour.')
		.messages({'any.invalid': '{{#label}} must not be 0: that changes nothing'}),
}).example({offsetMs: -1500});

/** Bytes of an uploaded subtitle. */
const largestUpload = 5 * 1024 * 1024;
const longestBase64 = Math.ceil(largestUpload / 3) * 4;

export interface AddBody {
	providerId?: string;
	subtitleId?: string;
	language?: string;
	forced?: boolean;
	hearingImpaired?: boolean;
	name?: string;
	content?: string;
}
export const addBody = Joi.object<AddBody, true>({
	providerId: Joi.string().max(100).description('A subtitle of the last search, together with `subtitleId`.'),
	subtitleId: Joi.string().max(300),
	language: Joi.string()
		.valid(...subtitleLanguages)
		.meta({schemaName: 'SubtitleLanguage'})
		.messages({'any.only': '{{#label}} must be a language code of subtitles such as en or pt-br'}),
	forced: Joi.boolean(),
	hearingImpaired: Joi.boolean(),
	name: Joi.string()
		.max(255)
		.custom((text: string, {error}) => (isFileName(text) ? text : error('string.name')))
		.description('Its file name, without a folder.')
		.messages({'string.name': '{{#label}} must be the name of a file, without a folder'}),
	content: Joi.string()
		.max(longestBase64)
		.custom((text: string, {error}) => (isBase64(text) ? text : error('string.base64')))
		.custom((text: string, {error}) => (isByteTooLong(text) ? error('string.max') : text))
		.description('The bytes of an uploaded file in base64 without line breaks, at most 5 MiB, together with `language` and `name`.')
		.messages({
			'string.base64': '{{#label}} must be the bytes of the file in base64 without line breaks',
			'string.max': '{{#label}} must be base64 of at most 5 MiB',
		}),
})
	.meta({neverEmpty: true})
	.example({providerId: '5b0f1c52-6a3c-4c0d-9d3e-0f3f6c1b7a10', subtitleId: '1953771'})
	.description('Either `providerId` and `subtitleId`, or `language`, `name` and `content`.');

/** Two passes: one pattern for both would take quadratic time, and a body has room for a very long name. */
function isFileName(text: string): boolean {
	return !/[/\\]/.test(text) && /[^\s.]/.test(text);
}

/** joi's own pattern remembers each group of four, and with millions of them V8 may run out of stack. */
function isBase64(text: string): boolean {
	const padding = text.length - text.replace(/={1,2}$/, '').length;
	return text.length % 4 === 0 && !/[^A-Za-z\d+/]/.test(text.slice(0, text.length - padding));
}

/** The longest base64 holds one byte more than the largest file if it ends without padding. */
function isByteTooLong(base64: string): boolean {
	return base64.length === longestBase64 && !base64.endsWith('=');
}
