import mongoose, {type Connection} from 'mongoose';

/** Options of the driver itself. */
export type DriverOptions = mongoose.mongo.MongoClientOptions;

/**
 * Milliseconds between two checks of the driver on its idle connections. It would check ten times a second, which was a
 * fifth of what an idle service used.
 */
const checkEveryMs = 5000;

/** Connects like mongoose's own `openUri`, which cannot tell the driver how often to check. */
export async function openConnection(connection: Connection, uri: string, options: DriverOptions): Promise<void> {
	const client = new mongoose.mongo.MongoClient(uri, options);
	client.setMaxListeners(0);
	// The driver has this option, but does not accept it with the others.
	Object.assign(client.options, {minPoolSizeCheckFrequencyMS: checkEveryMs});
	try {
		await client.connect();
	} catch (error) {
		await client.close().catch(() => {});
		throw error;
	}
	connection.setClient(client);
}
