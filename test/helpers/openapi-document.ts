import type {ExecutionContext} from 'ava';
import type {DocumentedOperation, OpenApiDocument} from '#api/openapi/document.ts';
import {serve} from './serve.ts';

/** Asked for once: it is the same for all tests of a file, and making it takes its time. */
let whole: Promise<OpenApiDocument> | null = null;

export function documentOf(t: ExecutionContext): Promise<OpenApiDocument> {
	whole ??= fetchDocument(t);
	return whole;
}

async function fetchDocument(t: ExecutionContext): Promise<OpenApiDocument> {
	const {call} = await serve(t);
	const {body} = await call('GET /api/openapi.json', {as: 'nobody'});
	return body;
}

/** Each operation with its line, such as `GET /api/queue/{id}`. */
export function operationsOf({paths}: OpenApiDocument): [line: string, operation: DocumentedOperation][] {
	return Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]): [string, DocumentedOperation] => [`${method.toUpperCase()} ${path}`, operation]),
	);
}
