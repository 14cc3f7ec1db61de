import type {OpenKind} from '../import-list-client.ts';
import {askSource, testList} from '../read-list.ts';
import {parseJsonList} from './parse-json-list.ts';

/** A JSON document with all titles. */
export const createJsonList: OpenKind = ({url, media}, deps) => {
	const read = async (signal: AbortSignal) => {
		const {body} = await askSource({url, headers: {accept: 'application/json'}, signal}, deps);
		return {entries: parseJsonList(body, media), missing: null, failure: null};
	};
	return {read, test: signal => testList({read}, signal)};
};
