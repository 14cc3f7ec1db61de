import type {OpenKind} from '../import-list-client.ts';
import {askSource, testList} from '../read-list.ts';
import {parseRssList} from './parse-rss-list.ts';

/** A feed whose items are titles. */
export const createRssList: OpenKind = ({url, media}, deps) => {
	const read = async (signal: AbortSignal) => {
		const {body} = await askSource({url, signal}, deps);
		return {entries: parseRssList(body, media), missing: null, failure: null};
	};
	return {read, test: signal => testList({read}, signal)};
};
