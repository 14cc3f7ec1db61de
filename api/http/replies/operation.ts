import type Joi from 'joi';

/** A body that is no JSON. */
export interface TextBody {
	mediaType: string;
	description: string;
}

/** The body of a reply: JSON after a schema, some text, or none. */
export type ReplyBody = Joi.Schema | TextBody | null;

/** What the documentation tells of a route beside what the route itself declares. */
export interface Operation {
	/** One line. */
	summary: string;
	replies: Readonly<Record<number, ReplyBody>>;
	/** Failures beside those that follow from access, parameters and body. */
	failures?: readonly number[];
}

/** By the line of the route: `GET /api/queue/:id`. */
export type Operations = Readonly<Record<string, Operation>>;

export function isTextBody(body: ReplyBody): body is TextBody {
	return body !== null && 'mediaType' in body;
}
