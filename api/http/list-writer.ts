import {type BsonShape, createBsonShape} from '#shared/json/bson-shape.ts';
import {createJsonBytes} from '#shared/json/json-bytes.ts';
import type {Shape} from '#shared/json/shape.ts';
import {type PageQuery, presentPagination} from './page.ts';
import type {Reply} from './reply.ts';

export interface ListWriter {
	projection: BsonShape['projection'];
	/** `{<name>: […], pagination: {…}}`. */
	reply(query: PageQuery, page: {rows: readonly Uint8Array[]; total: number}): Reply;
}

/** Writes pages of one list as MongoDB hands them out, each document in this shape. */
export function createListWriter(name: string, shape: Shape): ListWriter {
	const {projection, write} = createBsonShape(shape);
	const json = createJsonBytes();
	return {
		projection,
		reply(query, {rows, total}) {
			json.ascii(`{"${name}":[`);
			for (const [index, row] of rows.entries()) {
				json.ascii(index === 0 ? '' : ',');
				write(json, row);
			}
			json.ascii(`],"pagination":${JSON.stringify(presentPagination(query, total))}}`);
			return {status: 200, json: json.take()};
		},
	};
}
