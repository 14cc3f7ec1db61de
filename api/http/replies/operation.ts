import type Joi from 'joi';

/** A body that is not JSON. */
export interface TextBody {
	mediaType: string;
	/** Another type that it may have, depending on the query. */
	orMediaType?: string;
	description: string;
	/** The events of a stream by their names. */
	events?: Readonly<Record<string, ToldEvent>>;
}

export interface ToldEvent {
	/** When it is sent. */
	meaning: string;
	data: Joi.Schema;
}

/** The body of a reply: JSON with a schema, plain text, or none. */
export type ReplyBody = Joi.Schema | TextBody | null;

/** What the documentation adds to the declaration of a route. */
export interface Operation {
	/** What a generated client calls it: a verb and what it is about, such as `listMovies`. */
	id: string;
	/** One line. */
	summary: string;
	replies: Readonly<Record<number, ReplyBody>>;
	/** Failure statuses other than those that follow from access, parameters and body. */
	failures?: readonly number[];
}

/** By method and path, such as `GET /api/queue/:id`. */
export type Operations = Readonly<Record<string, Operation>>;

export function isTextBody(body: ReplyBody): body is TextBody {
	return body !== null && 'mediaType' in body;
}
