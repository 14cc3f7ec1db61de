import type {ExecutionContext} from 'ava';
import {serve} from '#test/helpers/serve.ts';

/** A client reads a page of the movies, as it does all day: with its key, and everything warm. */
export async function prepareList(t: ExecutionContext): Promise<() => Promise<void>> {
	const {url, headersOf} = await serve(t);
	const headers = await headersOf('admin');
	const read = async () => {
		const response = await fetch(`${url}/api/library/movies`, {headers});
		await response.text();
		if (!response.ok) {
			throw new Error(`The list answered ${response.status}.`);
		}
	};
	await read();
	await read();
	return read;
}
