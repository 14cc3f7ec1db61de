import type {Served} from './serve.ts';

/** Sends bytes as they are, as an administrator. */
export async function putBytes({url, headersOf}: Pick<Served, 'headersOf' | 'url'>, path: string, bytes: string | Buffer) {
	const headers = {...(await headersOf('admin')), 'content-type': 'application/octet-stream'};
	const response = await fetch(`${url}${path}`, {method: 'PUT', headers, body: typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)});
	return {status: response.status, body: (await response.json()) as Record<string, unknown>};
}
