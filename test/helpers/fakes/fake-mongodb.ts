import {once} from 'node:events';
import {type AddressInfo, createServer, type Socket} from 'node:net';
import type {ExecutionContext} from 'ava';
import {BSON} from 'mongodb';

const replyOpcode = 1;
const queryOpcode = 2004;
const messageOpcode = 2013;
const headerBytes = 16;

const everyReply = {ok: 1, version: '7.0.28', cursor: {id: BSON.Long.ZERO, ns: 'kinoteka.$cmd.listCollections', firstBatch: []}};

/** A member of a replica set as it introduces itself; `change` says what is different. */
export type Hello = (address: string) => Record<string, unknown>;

export const primary = (address: string) => ({
	isWritablePrimary: true,
	ismaster: true,
	setName: 'rs0',
	hosts: [address],
	me: address,
	minWireVersion: 0,
	maxWireVersion: 21,
	localTime: new Date(),
});

/** A MongoDB that only introduces itself, for states that a real one takes long to get into. Returns its address. */
export async function fakeMongodb(t: ExecutionContext, hello: Hello): Promise<string> {
	const sockets = new Set<Socket>();
	const server = createServer(socket => {
		sockets.add(socket);
		let rest: Buffer = Buffer.alloc(0);
		socket.on('error', () => {});
		socket.on('data', (chunk: Buffer) => {
			rest = Buffer.concat([rest, chunk]);
			while (rest.length >= headerBytes && rest.length >= rest.readInt32LE(0)) {
				const message = rest.subarray(0, rest.readInt32LE(0));
				rest = rest.subarray(message.length);
				socket.write(answer(message, {...everyReply, ...hello(address)}));
			}
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
	t.teardown(() => {
		for (const socket of sockets) {
			socket.destroy();
		}
		server.close();
	});
	return address;
}

/** The same reply to every question, in the form in which it was asked. */
function answer(message: Buffer, document: Record<string, unknown>): Buffer {
	const isQuery = message.readInt32LE(12) === queryOpcode;
	// Flags, cursor, first document and number of documents; or flags and the kind of the section.
	const before = isQuery ? Buffer.alloc(20) : Buffer.alloc(5);
	if (isQuery) {
		before.writeInt32LE(1, 16);
	}
	const body = BSON.serialize(document);
	const header = Buffer.alloc(headerBytes);
	header.writeInt32LE(headerBytes + before.length + body.length, 0);
	header.writeInt32LE(message.readInt32LE(4), 8);
	header.writeInt32LE(isQuery ? replyOpcode : messageOpcode, 12);
	return Buffer.concat([header, before, body]);
}
