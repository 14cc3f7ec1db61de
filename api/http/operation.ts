import type Joi from 'joi';
import {objectOf, type Part} from '#shared/presenters/view.ts';
import {connectionWorks} from './route.ts';

/** A body that is not JSON. */
export interface TextBody {
	mediaType: string;
	/** Another type that it may have, depending on the query. */
	orMediaType?: string;
	description: string;
	/** The events of a stream by their names. */
	events?: Readonly<Record<string, DocumentedEvent>>;
}

export interface DocumentedEvent {
	/** When it is sent. */
	meaning: string;
	data: Joi.Schema;
}

/** The body of a reply: JSON with a schema, plain text, or none. */
export type ReplyBody = Joi.Schema | TextBody | null;

/** What the documentation adds to the declaration of a route. */
export interface Operation {
	/** Its name in a generated client: a verb and an object, such as `listMovies`. */
	id: string;
	/** One line. */
	summary: string;
	replies: Readonly<Record<number, ReplyBody>>;
	/** What a caller sends instead of JSON. */
	takes?: {mediaType: string; description: string};
	/** Failure statuses other than those that follow from access, parameters and body. */
	failures?: readonly number[];
}

/** By method and path, such as `GET /api/queue/:id`. */
export type Operations = Readonly<Record<string, Operation>>;

export function isTextBody(body: ReplyBody): body is TextBody {
	return body !== null && 'mediaType' in body;
}

interface RecordKind {
	/** In the names of operations, such as `QualityProfile`. */
	name: string;
	view: {schema: Joi.ObjectSchema; list: Part<never>};
	/** The records that may be deleted, such as `an unused quality profile`; any if not given. */
	deletable?: string;
}

/** What all records with a unique name have in common: they are listed, shown, added, changed and deleted. */
export function recordOperations(path: `/api/${string}`, {name, view, deletable}: RecordKind): Operations {
	const {words, one} = spokenOf(name);
	const plural = pluralOf(`${name.charAt(0).toLowerCase()}${name.slice(1)}`);
	return {
		[`GET ${path}`]: {id: `list${pluralOf(name)}`, summary: `List ${pluralOf(words)}`, replies: {200: objectOf({[plural]: view.list})}},
		[`GET ${path}/:id`]: {id: `get${name}`, summary: `Show ${one}`, replies: {200: view.schema}},
		[`POST ${path}`]: {id: `add${name}`, summary: `Add ${one}`, replies: {201: view.schema}, failures: [409]},
		[`PUT ${path}/:id`]: {id: `update${name}`, summary: `Change ${one}`, replies: {200: view.schema}, failures: [409]},
		[`DELETE ${path}/:id`]: {
			id: `delete${name}`,
			summary: `Delete ${deletable ?? one}`,
			replies: {204: null},
			...(deletable && {failures: [409]}),
		},
	};
}

/** Tests of a connection, before its record is stored and afterwards. */
export function testOperations(path: `/api/${string}`, name: string): Operations {
	const {words, one} = spokenOf(name);
	const replies = {200: connectionWorks.schema};
	return {
		[`POST ${path}/test`]: {id: `test${name}Settings`, summary: `Test the settings of ${one} before it is stored`, replies},
		[`POST ${path}/:id/test`]: {id: `test${name}`, summary: `Test a stored ${words}`, replies, failures: [400]},
	};
}

const pluralOf = (name: string) => (name.endsWith('xy') ? `${name.slice(0, -1)}ies` : `${name}s`);

/** `QualityProfile` is `quality profile` in a sentence. */
function spokenOf(name: string): {words: string; one: string} {
	const words = name.replaceAll(/(?<=.)(?=[A-Z])/g, ' ').toLowerCase();
	return {words, one: `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`};
}
