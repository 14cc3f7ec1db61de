import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {MongoClient} from 'mongodb';
import {openProducer} from '#shared/redis.ts';
import {readAllKeys} from '../read-all-keys.ts';

/** Where a text lies, and the text. */
export type Places = Map<string, string>;

/** Every document, by its collection and id; bytes as text. */
export async function readDocuments(uri: string): Promise<Places> {
	const client = await MongoClient.connect(uri);
	try {
		const places: Places = new Map();
		for (const {name} of await client.db().listCollections().toArray()) {
			for (const row of await client.db().collection(name).find({}, {promoteBuffers: true}).toArray()) {
				places.set(`collection ${name}, ${row._id}`, JSON.stringify(row, plain));
			}
		}
		return places;
	} finally {
		await client.close();
	}
}

export async function readRedis(url: string, prefix: string): Promise<Places> {
	const redis = openProducer(url);
	try {
		return new Map((await readAllKeys(redis, prefix)).split('\n').map((text, line) => [`Redis, line ${line}: ${text.slice(0, 80)}`, text]));
	} finally {
		redis.disconnect();
	}
}

export function readLogs(dataFolder: string): Places {
	const folder = join(dataFolder, 'logs');
	return new Map(readdirSync(folder).map(name => [`log file ${name}`, readFileSync(join(folder, name), 'utf8')]));
}

/** Collects a stream of events as it is sent; the returned function gives what has come so far. */
export async function listen(
	url: string,
	{headers, signal}: {headers: Record<string, string>; signal: AbortSignal},
): Promise<() => string> {
	const {body} = await fetch(url, {headers, signal});
	let text = '';
	const collect = async () => {
		for await (const chunk of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
			text += chunk;
		}
	};
	void collect().catch(() => undefined);
	return () => text;
}

/** JSON.stringify calls this after `toJSON`, which turns bytes into lists of numbers. */
function plain(_name: string, value: unknown): unknown {
	const bytes = (value as {type?: unknown; data?: unknown} | null)?.type === 'Buffer' ? (value as {data: number[]}).data : null;
	return bytes ? Buffer.from(bytes).toString('latin1') : value;
}
