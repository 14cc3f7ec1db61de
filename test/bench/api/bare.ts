import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import express from 'express';
import {BSON, type Document, MongoClient} from 'mongodb';
import type {BareQuery} from './bench-row.ts';

/** A query of the table, with the fields that our reply shows. */
export interface BareRoute extends BareQuery {
	path: string;
	projection: Record<string, 1>;
}

/**
 * The baseline: Express, the driver, the same query and fields, and nothing else. Runs as a child process; `BARE` says
 * what to serve.
 */
const {uri, routes} = BSON.EJSON.parse(process.env['BARE'] ?? '{}') as {uri: string; routes: BareRoute[]}; // our own bench writes it

const client = await MongoClient.connect(uri);
const app = express().disable('etag').disable('x-powered-by');
for (const {path, collection, filter, sort, limit, projection, namesSeries} of routes) {
	const documents = client.db().collection(collection);
	app.get(path, async (_request, response) => {
		if (limit === null) {
			response.json(await documents.findOne(filter, {projection}));
			return;
		}
		const rows = await documents.find(filter, {projection}).sort(sort).limit(limit).toArray();
		response.json(namesSeries ? await withSeries(rows) : rows);
	});
}
async function withSeries(rows: readonly Document[]): Promise<Document[]> {
	const ids = [...new Set(rows.map(({seriesId}) => seriesId))];
	const owners = await client
		.db()
		.collection('series')
		.find({_id: {$in: ids}}, {projection: {title: 1}})
		.toArray();
	const titles = new Map(owners.map(({_id, title}) => [String(_id), title]));
	return rows.map(row => ({...row, seriesTitle: titles.get(row['seriesId']) ?? null}));
}

const server = createServer(app).listen(0, '127.0.0.1', () => {
	const {port} = server.address() as AddressInfo; // it listens
	process.send?.({ready: true, detail: `http://127.0.0.1:${port}`});
});
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
