import type {ExecutionContext} from 'ava';
import {newKeyValue} from '#shared/store/accounts/api-keys.ts';
import {addMovie, buildMediaFile} from './build-movie.ts';
import {type Served, type ServeOptions, serve} from './serve.ts';

interface Asked {
	body?: unknown;
	key?: string | null;
	headers?: Record<string, string>;
}

export interface Answered {
	status: number;
	headers: Headers;
	text: string;
	// biome-ignore lint/suspicious/noExplicitAny: a test looks into replies of every shape
	body: any;
}

/** The service, asked as programs for Radarr and Sonarr ask. */
export async function withFaces(t: ExecutionContext, app: object = {}, options: ServeOptions = {}) {
	const served = await serve(t, options);
	const value = newKeyValue('apps');
	const rights = {
		readOnly: false,
		faces: ['movies' as const, 'tv' as const, 'indexers' as const],
		filesPerHour: 100,
		bytesPerHour: 0,
		...app,
	};
	await served.deps.apiKeys.add({name: 'An app', type: 'apps', value, app: rights}, served.deps.now());
	async function ask(line: string, {body, key = value, headers = {}}: Asked = {}): Promise<Answered> {
		const [method = '', path = ''] = line.split(' ');
		const response = await fetch(`${served.url}${path}`, {
			method,
			redirect: 'manual',
			headers: {...(key && {'x-api-key': key}), ...(body !== undefined && {'content-type': 'application/json'}), ...headers},
			...(body !== undefined && {body: typeof body === 'string' ? body : JSON.stringify(body)}),
		});
		const text = await response.text();
		const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
		return {status: response.status, headers: response.headers, text, body: isJson && text !== '' ? JSON.parse(text) : null};
	}
	return {...served, key: value, ask};
}

export async function withMovie(served: Served, {size = 1000, ...details}: {size?: number; metaId?: number; title?: string} = {}) {
	const movie = await addMovie(served, details, {rootFolderPath: '/films', path: `/films/${details.metaId ?? 1}`});
	const file = buildMediaFile({id: crypto.randomUUID(), path: `${movie.path}/a.mkv`, size});
	await served.deps.movies.replaceFile(movie.id, file, {replaces: null, at: served.deps.now()});
	return {...movie, file};
}
