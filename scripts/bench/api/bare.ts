import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import express from 'express';
import {MongoClient} from 'mongodb';
import type {BareQuery} from './rows.ts';

/** A query of the table, with the fields that our reply shows. */
export interface BareRoute extends BareQuery {
	path: string;
	projection: Record<string, 1>;
}

/**
 * The baseline: Express, the driver, the same query and fields, and nothing else. Runs as a child process; `BARE` says
 * what to serve.
 */
const {uri, routes} = JSON.parse(process.env['BARE'] ?? '{}') as {uri: string; routes: BareRoute[]}; // our own bench writes it

const client = await MongoClient.connect(uri);
const app = express().disable('etag').disable('x-powered-by');
for (const {path, collection, filter, sort, limit, projection} of routes) {
	const documents = client.db().collection(collection);
	app.get(path, async (_request, response) => {
		response.json(
			limit === null
				? await documents.findOne(filter, {projection})
				: await documents.find(filter, {projection}).sort(sort).limit(limit).toArray(),
		);
	});
}
const server = createServer(app).listen(0, '127.0.0.1', () => {
	const {port} = server.address() as AddressInfo; // it listens
	process.send?.({ready: true, detail: `http://127.0.0.1:${port}`});
});
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
