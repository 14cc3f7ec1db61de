import type {Request} from 'express';
import type {Reply} from '../replies/reply.ts';

export interface Subject {
	id: string | null;
	name: string | null;
}

const mostFields = 50;
const longestText = 200;
const nameFields = ['name', 'username', 'title', 'quality', 'path'] as const;

/** What a call was about: the last parameter of its path, or else the record of its reply. */
export function subjectOf(request: Request, reply: Reply | null): Subject {
	const inPath = Object.values(request.params).at(-1);
	const record = recordOf(reply?.body);
	const sent = (request.body ?? {}) as Record<string, unknown>;
	const id = inPath ?? record['id'] ?? record['key'];
	const names = nameFields.flatMap(field => [record[field], sent[field]]);
	return {id: textOf(id), name: names.map(textOf).find(name => name !== null) ?? null};
}

/** `{id, …}`, or `{key: {id, …}}` and the like. */
function recordOf(body: object | undefined): Record<string, unknown> {
	const fields = (body ?? {}) as Record<string, unknown>;
	const inner = Object.values(fields).find(value => typeof value === 'object' && value !== null && 'id' in value);
	return 'id' in fields || !inner ? fields : (inner as Record<string, unknown>);
}

function textOf(value: unknown): string | null {
	return typeof value === 'string' ? value.slice(0, longestText) : null;
}

/** Names of the fields of the body, and of the options in the query that are on. */
export function fieldsOf({body, query}: Request): string[] {
	const sent = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
	const options = Object.entries(query).flatMap(([name, value]) => (value === 'true' ? [name] : []));
	return [...sent, ...options].slice(0, mostFields).map(name => name.slice(0, longestText));
}
